// Requests to the server: the API below /dashboard, where a session replaces the key.

/** A refusal by the server, with its own message. */
export class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail ?? `The server answered ${status}.`)
    this.status = status
    this.code = problem.code
    this.errors = problem.errors ?? []
  }
}

export const session = { now: null, onLost: () => {} }

/** A page keeps an answer only while it shows it. */
async function send(method, path, { body, key } = {}) {
  const headers = {}
  if (session.now) headers['Paysheet-Session'] = session.now.id
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (key) headers['Idempotency-Key'] = key
  let response
  try {
    response = await fetch(`/dashboard${path}`, {
      method, headers, body: body === undefined ? undefined : JSON.stringify(body), cache: 'no-store', credentials: 'same-origin',
      signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
    })
    const answer = response.status === 204 ? {} : await response.json()
    if (!response.ok) throw new Refused(response.status, answer)
    if (response.headers.get('Idempotent-Replayed')) answer[REPLAYED] = true
    return response.status === 204 ? null : answer
  } catch (fault) {
    if (fault instanceof Refused) throw fault
    throw new Refused(0, { code: 'unreachable', detail: 'The server cannot be reached. Try again.' })
  }
}

// Twice the processor's limit; the server answers earlier.
const ANSWER_MILLISECONDS = 60_000

/** Marks a replayed answer: the operation ran once, for an earlier request. */
export const REPLAYED = Symbol('replayed')

/** Calls the API; an expired session leads to the sign-in. */
export async function ask(method, path, options) {
  try {
    return await send(method, `/v1${path}`, options)
  } catch (refused) {
    if (refused.code === 'no_session' || refused.code === 'other_session') session.onLost(refused)
    throw refused
  }
}

export const get = (path, query = {}) => {
  const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined && value !== '')).toString()
  return ask('GET', text ? `${path}?${text}` : path)
}

export async function present() { session.now = await send('GET', '/session') }
export async function signIn(key) { session.now = await send('POST', '/session', { body: { key } }) }
export async function signOut() {
  await send('DELETE', '/session')
  session.now = null
}

/** True if the key of the session has this scope, such as `payments:write`. */
export const may = scope => session.now?.key.scopes.includes(scope) === true
