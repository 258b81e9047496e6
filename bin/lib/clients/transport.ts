// Paysheet's API for a merchant's server. Made by bin/clients from openapi.yaml; do not edit.
//
//     const paysheet = new Paysheet(process.env.PAYSHEET_SECRET_KEY, 'https://pay.example.com')
//     const checkout = await paysheet.createCheckout({ countryCode: 'US', currencyCode: 'USD',
//       items: [{ name: 'Scarf', quantity: 1, unitPrice: '25.00' }] })
//     for await (const refund of paysheet.listRefunds(checkout.id)) console.log(refund.amount)
//
// It needs fetch and Web Crypto, which Node.js has since version 20, and no other package.

/** A call that the server refused. Handle it by `code`, which is stable. */
export class PaysheetError extends Error {
  readonly status: number
  readonly problem: any
  /** Seconds to wait before you repeat the call. */
  readonly retryAfter: number | undefined
  readonly code: string
  readonly detail: string
  /** The invalid fields of the request. */
  readonly errors: { pointer: string, code: string, detail: string }[]
  /** Quote it when you report a fault of the server. */
  readonly requestId: string

  constructor(status: number, problem: any, retryAfter?: number) {
    const fields = (problem.errors ?? []).map((error: any) => `\n  ${error.pointer}: ${error.detail}`)
    super(`${status} ${problem.code}: ${problem.detail}${fields.join('')}`)
    this.name = 'PaysheetError'
    this.status = status
    this.problem = problem
    this.retryAfter = retryAfter
    this.code = problem.code ?? ''
    this.detail = problem.detail ?? ''
    this.errors = problem.errors ?? []
    this.requestId = problem.requestId ?? ''
  }
}

/** No answer came, also not to a repetition: the call may have been carried out or not. */
export class PaysheetUnreachable extends Error {
  /** The fault of the connection. */
  readonly reason: unknown

  constructor(url: string, reason: unknown) {
    super(`no answer from ${url}: ${reason}`)
    this.name = 'PaysheetUnreachable'
    this.reason = reason
  }
}

/**
 * The server carried out this call before, and its replay omits a secret that it shows once. No
 * call returns the secret again: create another object with a new Idempotency-Key, or rotate.
 */
export class PaysheetReplayed extends Error {
  /** The name of the omitted member, such as `code`. */
  readonly member: string
  /** The object without that member. */
  readonly answer: any

  constructor(member: string, answer: any) {
    super(`a replay of ${answer.id} omits its ${member}, which no call returns again`)
    this.name = 'PaysheetReplayed'
    this.member = member
    this.answer = answer
  }
}

/** A webhook without a valid signature: answer it with 400. */
export class InvalidWebhook extends Error {}

/**
 * Verifies a webhook by its raw body and returns its event (standardwebhooks.com).
 *
 * @param secret The secret of the webhook endpoint, `whsec_…`.
 * @param tolerance The most seconds between its timestamp and now.
 * @throws InvalidWebhook if the request has no valid signature, and TypeError if the secret is not
 *   the one of an endpoint.
 */
export async function verifyWebhook(
  body: string | Uint8Array, headers: Headers | Record<string, string | string[] | undefined>, secret: string,
  tolerance = 300,
): Promise<Event> {
  if (typeof body !== 'string' && !ArrayBuffer.isView(body))
    throw new TypeError('body must be the raw text or bytes of the request, as the signature is made of them')
  const rawKey = signingKey(secret)
  const pairs = headers instanceof Headers ? [...(headers as any)] : Object.entries(headers)
  const given = new Map<string, string>(
    pairs.map(([name, value]: [string, any]) => [name.toLowerCase(), String(value)]))
  const identifier = given.get('webhook-id'), timestamp = given.get('webhook-timestamp')
  const signatures = given.get('webhook-signature')?.split(' ')
  if (!identifier || !signatures || !/^\d{1,15}$/.test(timestamp ?? ''))
    throw new InvalidWebhook('a header of the signature is missing or malformed')
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= tolerance))
    throw new InvalidWebhook('the timestamp is too far from now')
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const head = new TextEncoder().encode(`${identifier}.${timestamp}.`)
  const signed = new Uint8Array(head.length + bytes.length)
  signed.set(head)
  signed.set(bytes, head.length)
  const key = await crypto.subtle.importKey(
    'raw', rawKey, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const isValid = await Promise.all(signatures.filter(one => /^v1,[A-Za-z0-9+/]{43}=$/.test(one))
    .map(one => crypto.subtle.verify('HMAC', key, decoded(one.slice(3)), signed)))
  if (!isValid.includes(true)) throw new InvalidWebhook('the signature does not match')
  return JSON.parse(new TextDecoder().decode(bytes))
}

function signingKey(secret: string) {
  const base64 = String(secret ?? '').replace(/^whsec_/, '')
  const isStrict = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64)
  const key = decoded(isStrict ? base64 : '')
  // With a short key, an outsider could sign events.
  if (key.length < 24) throw new TypeError('secret must be the whole secret of the webhook endpoint, whsec_…')
  return key
}

function decoded(base64: string) {
  return Uint8Array.from(atob(base64), character => character.charCodeAt(0))
}

export interface Options {
  /** Milliseconds to wait for each answer, by default 40,000; a payment takes at most 30,000. */
  timeout?: number
  /**
   * How often a call is repeated after a fault that may pass, by default 3. A call that changes
   * something is repeated with the same Idempotency-Key.
   */
  retries?: number
}

interface Call {
  query?: object
  key?: string
  isIdempotent?: boolean
  mediaType?: string
  shownOnce?: string
}

// The call was not carried out, or can be repeated.
const passingConflicts = ['busy', 'idempotency_key_in_flight']
// The call was not carried out.
const notCarriedOut = ['overloaded', 'stopping', 'too_many_connections', 'database_unavailable', 'database_busy']
const pauseMax = 30_000

class Transport {
  private readonly key: string
  private readonly url: string
  private readonly timeout: number
  private readonly retries: number

  /** @param key A secret key, or the client secret of a checkout. */
  constructor(key: string, url: string, options: Options = {}) {
    if (typeof key !== 'string' || !key)
      throw new TypeError('the key is missing: pass a secret key, sk_…, or the client secret of a checkout, cs_…')
    if (!/^[!-~]+$/.test(key))
      throw new TypeError('the key has a blank, a line end or a character that is not ASCII: pass the key alone')
    if (typeof url !== 'string' || !url)
      throw new TypeError('the URL is missing: pass the one of your Paysheet server, https://…')
    if (/\s/.test(url)) throw new TypeError('the URL has a blank or a line end: pass the URL alone')
    const { protocol, hostname } = /^https?:\/\/./i.test(url) ? new URL(url) : { protocol: '', hostname: '' }
    if (protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
      throw new TypeError('the URL must begin with https://, because each call sends the key')
    this.key = key
    this.url = url.replace(/\/+$/, '')
    this.timeout = options.timeout ?? 40_000
    this.retries = options.retries ?? 3
  }

  protected async call(method: string, path: string, body?: unknown, call: Call = {}): Promise<any> {
    const query = Object.entries(call.query ?? {}).filter(([, value]) => value !== undefined && value !== null)
    if (query.length) path += '?' + new URLSearchParams(query.map(([name, value]) => [name, String(value)]))
    const mediaType = call.mediaType ?? 'application/json'
    const headers: Record<string, string> = { Authorization: `Bearer ${this.key}` }
    if (body !== undefined) headers['Content-Type'] = mediaType
    if (call.key !== undefined && !/^[!-~]{1,255}$/.test(call.key))
      throw new TypeError('the Idempotency-Key must have 1 to 255 visible ASCII characters')
    if (call.isIdempotent) headers['Idempotency-Key'] = call.key ?? crypto.randomUUID()
    const data = mediaType === 'application/json' ? JSON.stringify(body) : body as BodyInit
    const isRepeatable = call.isIdempotent || method !== 'POST'
    let isLost = false
    for (let attempt = 0; ; attempt++) {
      let pause = (0.5 + Math.random() / 2) * 1000 * 2 ** attempt
      const abort = new AbortController()
      const timer = setTimeout(() => abort.abort(), this.timeout)
      try {
        // A redirect would send the key to another host.
        const answer = await fetch(this.url + path, {
          method, headers, body: data, redirect: 'manual', signal: abort.signal,
        })
        if (answer.ok) {
          const result = await content(answer), member = call.shownOnce
          if (member && answer.headers.has('Idempotent-Replayed') && omits(result, member, body))
            throw new PaysheetReplayed(member, result)
          return result
        }
        throw await refusal(answer)
      } catch (error) {
        if (error instanceof PaysheetReplayed) throw error
        if (error instanceof PaysheetError) {
          if (isLost && method === 'DELETE' && error.status === 404) return undefined
          if (attempt === this.retries || !this.passes(error, isRepeatable)) throw error
          if (error.retryAfter) pause = error.retryAfter * 1000
        } else {
          isLost = true
          if (attempt === this.retries || !isRepeatable) throw new PaysheetUnreachable(this.url, error)
        }
      } finally {
        clearTimeout(timer)
      }
      await new Promise(done => setTimeout(done, Math.min(pause, pauseMax)))
    }
  }

  private passes(error: PaysheetError, isRepeatable: boolean): boolean {
    if (error.status === 503) return isRepeatable || notCarriedOut.includes(error.code)
    return error.status === 429 || error.status === 409 && passingConflicts.includes(error.code)
  }

  protected async *pages(path: string, query: { after?: string }): AsyncGenerator<any, void, undefined> {
    for (let after: string | null | undefined = query.after; after !== null;) {
      const page: any = await this.call('GET', path, undefined, { query: { ...query, after } })
      yield* page.data
      after = page.nextCursor
    }
  }
}

async function content(answer: Response): Promise<any> {
  if (answer.status === 204) return undefined
  const isJSON = answer.headers.get('Content-Type')?.startsWith('application/json')
  return isJSON ? await answer.json() : new Uint8Array(await answer.arrayBuffer())
}

function omits(answer: any, member: string, body: any): boolean {
  // The server generates a code only for a gift card, and only if the call gives none.
  const isGenerated = (body?.[member] ?? undefined) === undefined && answer.kind !== 'store_credit'
  return isGenerated && !(member in answer)
}

async function refusal(answer: Response): Promise<PaysheetError> {
  const isProblem = answer.headers.get('Content-Type')?.startsWith('application/problem+json')
  const problem = isProblem ? await answer.json().catch(() => undefined) : undefined
  const after = answer.headers.get('Retry-After')
  return new PaysheetError(
    answer.status, problem ?? { code: '', detail: 'the answer is not from Paysheet' },
    after && /^\d+$/.test(after) ? Number(after) : undefined)
}

function segment(value: string | number): string {
  // They would be the path of another call.
  if (['', '.', '..'].includes(String(value))) throw new TypeError('an identifier must not be empty, . or ..')
  return encodeURIComponent(String(value))
}
