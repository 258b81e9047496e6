// How the page hears of changes: by a stream of events, or by asking every two seconds where there is none.

import { current, eventsPath } from '/pages/shared/server.js'

const ASK_MILLISECONDS = 2_000
/** Whoever had no stream may have one later. */
const STREAM_AGAIN_MILLISECONDS = 60_000

/** Follows an order: `hear(state)` of each change, `tell(isConnected)` when that is lost or found, `fail(refused)` when asking failed. */
export function follow({ hear, tell, fail }) {
  let stream, timer, isOver = false
  const stop = () => {
    stream?.close()
    stream = undefined
    clearTimeout(timer)
  }
  const ask = async (until) => {
    try {
      const state = await current()
      tell(true)
      if (state) hear(state)
    } catch (refused) {
      if (refused.code === 'offline') tell(false)
      fail(refused)
    }
    if (isOver || document.hidden) return
    timer = setTimeout(() => Date.now() < until ? ask(until) : start(), ASK_MILLISECONDS)
  }
  const start = () => {
    stop()
    stream = new EventSource(eventsPath)
    stream.addEventListener('open', () => tell(true))
    stream.addEventListener('state', event => {
      tell(true)
      hear(JSON.parse(event.data))
    })
    stream.addEventListener('error', () => {
      // A browser comes back by itself, but not after an answer that is no stream.
      if (stream?.readyState === EventSource.CLOSED) {
        stop()
        ask(Date.now() + STREAM_AGAIN_MILLISECONDS)
      } else tell(false)
    })
  }
  // A page that nobody sees holds no connection open.
  const look = () => {
    stop()
    if (isOver || document.hidden) return
    current().then(state => state && hear(state)).catch(fail)
    start()
  }
  document.addEventListener('visibilitychange', look)
  window.addEventListener('online', look)
  start()
  return () => {
    isOver = true
    stop()
  }
}
