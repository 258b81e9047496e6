// Requests to the server, as a holder of the link or as the participant who joined in this browser.

const token = location.pathname.split('/').filter(Boolean).pop()
const base = `/v1/shared/${token}`
const KEY = `paysheet-shared-${token}`
/** A working server answers long before; then the buyer may try again. */
const ANSWER_MILLISECONDS = 30000

export const eventsPath = `${base}/events`
export const picturePath = name => `/s/${token}/pictures/${encodeURIComponent(name)}`

/** This browser's participant in the order, `participant` and `credential`, or null. */
let me = kept()

function kept() {
  // A link from the host's own page may contain the credential after the #, which is sent to no
  // server.
  const brought = /^#(sp_[0-9a-z]+_[0-9a-z]+_(\d+)_[0-9a-z]+)$/.exec(location.hash)
  if (location.hash.startsWith('#sp_')) history.replaceState(null, '', location.pathname)
  try {
    const known = JSON.parse(localStorage.getItem(KEY))
    if (known && known.credential) return known
    if (!brought) return null
    const mine = { participant: Number(brought[2]), credential: brought[1] }
    localStorage.setItem(KEY, JSON.stringify(mine))
    return mine
  } catch {
    // Without browser storage the participant is known until the page closes.
    return brought ? { participant: Number(brought[2]), credential: brought[1] } : null
  }
}

export const myself = () => me

export function remember(participant, credential) {
  me = { participant, credential }
  try {
    localStorage.setItem(KEY, JSON.stringify(me))
  } catch { /* it is known until the page is left */ }
}

export function forget() {
  me = null
  try {
    localStorage.removeItem(KEY)
  } catch { /* nothing was kept */ }
}

/** Reason of a failure: a code of the API, and the current order if the server sends it. */
export class Refused extends Error {
  constructor(code, sharedOrder) {
    super(code)
    this.code = code
    this.sharedOrder = sharedOrder
  }
}

/** A signal that aborts after a time. Not `AbortSignal.timeout`, which Safari lacks before 16. */
function abortAfter(milliseconds) {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), milliseconds)
  return controller.signal
}

async function ask(method, path, body, headers = {}) {
  try {
    return await fetch(base + path, {
      method, cache: 'no-store', signal: abortAfter(ANSWER_MILLISECONDS),
      headers: {
        ...(me ? { Authorization: `Bearer ${me.credential}` } : {}), 'Accept-Language': document.documentElement.lang,
        ...(body ? { 'Content-Type': 'application/json' } : {}), ...headers,
      },
      body: body && JSON.stringify(body),
    })
  } catch {
    throw new Refused('offline')
  }
}

async function read(response) {
  const answer = response.status === 204 ? null : await response.json().catch(() => ({}))
  if (response.ok) return answer
  const { code = 'other', sharedOrder } = answer || {}
  throw new Refused(code, sharedOrder)
}

/** Calls the API; `path` is below the order's. */
export const call = async (method, path, body, headers) => read(await ask(method, path, body, headers))

let tag
/** The current order, or null if it is unchanged. */
export async function current(isAnew = false) {
  const response = await ask('GET', '', null, tag && !isAnew ? { 'If-None-Match': tag } : {})
  if (response.status === 304) return null
  const state = await read(response)
  tag = response.headers.get('ETag') || undefined
  return state
}
