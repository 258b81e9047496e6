/** Reason of a failure; `code` is the API's, or `network`. The buyer may see its message. */
class PaysheetProblem extends Error {
  constructor(code, message, status = 0, retryAfter = 0) {
    super(message)
    this.name = 'PaysheetProblem'
    this.code = code
    this.status = status
    this.retryAfter = retryAfter
  }

  /** True if a retry may succeed: the connection, the server, or too many calls. */
  get isPassing() {
    return this.code === 'network' || this.status >= 500 || this.status === 429 && this.retryAfter <= PATIENCE_SECONDS
  }

  /** Milliseconds to wait before a retry. */
  pause(usual) { return Math.max(usual, this.status === 429 ? this.retryAfter * 1000 : 0) }
}

// Of the thirty seconds that a sheet waits.
const PATIENCE_SECONDS = 10

/** Calls a hook of the page. An exception in it stops no payment. */
function heard(hook, ...details) {
  try {
    if (hook) hook(...details)
  } catch (fault) {
    setTimeout(() => { throw fault })
  }
}

// Apple's sheet gives up after 30 seconds, and the server answers within 25.
const ANSWER_MILLISECONDS = 29000
// An unknown outcome is resolved within about a minute; the page waits twice as long.
const CHECKING_MILLISECONDS = 120000

/** True if a payment's outcome is unknown; a late success is open again and being voided. */
const isChecking = state => state.status === 'authorizing' || (state.lastAttempt || {}).code === 'checking'

/** True if balances pay the whole total. */
const isPaidByBalances = state => Number(state.total) === 0 && (state.balances || []).length > 0

/** A signal that aborts after a time. Not `AbortSignal.timeout`, which Safari lacks before 16. */
function abortAfter(milliseconds) {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), milliseconds)
  return controller.signal
}

/** A payment's key. Not `randomUUID`, which pages without TLS lack, as on a developer's phone. */
function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}

/** One checkout at the server; its client secret identifies it. */
class Checkout {
  constructor(origin, secret, locale, words) {
    const place = /^cs_([0-9a-z]+)_[0-9a-z]+_[0-9a-z]+_[0-9a-z]+$/.exec(secret || '')
    if (!place) throw new PaysheetProblem('client_secret_malformed', words.closed)
    this.url = `${origin}/v1/checkouts/chk_${place[1]}`
    this.secret = secret
    this.locale = locale
    this.words = words
    this.version = undefined
    // The Apple Pay JS version of this browser's sheet. Undefined requests the merchant's.
    this.clientVersion = undefined
  }

  /** A path with the sheet's version, for answers that the sheet shows. */
  forSheet(path) { return this.clientVersion ? `${path}?clientVersion=${this.clientVersion}` : path }

  /** The checkout as a browser may see it. */
  async read() {
    const state = await this.insist(() => this.call('GET', this.forSheet('')))
    if (!state.paymentRequest && isPaidByBalances(state)) {
      // This browser's sheet is too old for a total of zero. The checkout's own request tells if
      // the payment needs contacts.
      state.ownRequest = (await this.insist(() => this.call('GET', ''))).paymentRequest
    }
    this.version = state.version
    return state
  }

  /** A sheet update. */
  async ask(path, body, key) {
    return this.call('POST', `/${path}`, body, key)
  }

  /** A sheet update with retries. */
  async question(path, body) { return this.insist(() => this.ask(this.forSheet(path), body)) }

  /** Repeats a call after a lost connection or a Retry-After; its answer stays the same. */
  async insist(ask) {
    for (const pause of [500, 1500, 3000]) {
      try {
        return await ask()
      } catch (problem) {
        if (!problem.isPassing) throw problem
        await new Promise(done => setTimeout(done, problem.pause(pause)))
      }
    }
    return ask()
  }

  /**
   * Pays once: every retry has the same key, and the server charges once for a key.
   * @param {AbortSignal} over aborted when the sheet no longer waits
   */
  async pay(body, over) {
    const key = newKey()
    for (let pause = 500; ; pause = Math.min(pause * 2, 4000)) {
      try {
        return await this.ask(this.forSheet('authorize'), { ...body, version: this.version }, key)
      } catch (problem) {
        if (!problem.isPassing && problem.code !== 'attempt_in_progress' || over.aborted) throw problem
        await new Promise(done => setTimeout(done, problem.pause(pause)))
      }
      if (over.aborted) throw new PaysheetProblem('timeout', this.words.tooSlow)
    }
  }

  /** Polls until a payment being checked has ended; returns null if that takes too long. */
  async finalState() {
    const end = performance.now() + CHECKING_MILLISECONDS
    for (let pause = 1000; performance.now() < end; pause = Math.min(pause * 1.5, 4000)) {
      await new Promise(done => setTimeout(done, pause))
      const state = await this.call('GET', '').catch(() => null)
      if (state) this.version = state.version
      if (state && !isChecking(state)) return state
    }
    return null
  }

  async call(method, path, body, key) {
    const headers = { Authorization: `Bearer ${this.secret}`, 'Accept-Language': this.locale }
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    if (key) headers['Idempotency-Key'] = key
    let response
    try {
      response = await fetch(this.url + path, {
        method, headers, body: body === undefined ? undefined : JSON.stringify(body),
        credentials: 'omit', signal: abortAfter(ANSWER_MILLISECONDS),
      })
      const answer = await response.json()
      // The page gets the route; the version in the query concerns only the sheet.
      heard(this.onCall, { method, path: path.split('?')[0], body, status: response.status, answer })
      if (response.ok) {
        const { version = this.version } = answer.checkout || {}
        this.version = version
        return answer
      }
      throw new PaysheetProblem(answer.code, this.explain(answer), response.status, Number(response.headers.get('Retry-After')))
    } catch (error) {
      if (error instanceof PaysheetProblem) throw error
      throw new PaysheetProblem('network', this.words.offline, response && response.status)
    }
  }

  /** The buyer's message; details for the developer are in `code` and in the console. */
  explain(problem) {
    if (problem.code === 'origin_not_allowed') console.error(`Paysheet: ${location.origin}: ${problem.detail}`)
    return ['not_found', 'invalid_credential', 'checkout_not_open'].includes(problem.code)
      ? this.words.closed : problem.buyerMessage || this.words.failed
  }
}
