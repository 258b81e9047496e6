// Changes of an order arrive by a stream of events, or by polling every two seconds.

import { current, eventsPath } from '/pages/shared/server.js'

const ASK_MILLISECONDS = 2000
/** Without a stream, the page tries one again later. */
const STREAM_AGAIN_MILLISECONDS = 60000

/**
 * Follows an order: calls `hear(state)` for each change, `setConnected(isConnected)` when the
 * connection changes, and `fail(refused)` when a poll fails.
 */
export function follow({ hear, setConnected, fail }) {
  let stream, timer, isOver = false
  const stop = () => {
    if (stream) stream.close()
    stream = undefined
    clearTimeout(timer)
  }
  const ask = async (until) => {
    try {
      const state = await current()
      setConnected(true)
      if (state) hear(state)
    } catch (refused) {
      if (refused.code === 'offline') setConnected(false)
      fail(refused)
    }
    if (isOver || document.hidden) return
    timer = setTimeout(() => Date.now() < until ? ask(until) : start(), ASK_MILLISECONDS)
  }
  const start = () => {
    stop()
    stream = new EventSource(eventsPath)
    stream.addEventListener('open', () => setConnected(true))
    stream.addEventListener('state', event => {
      setConnected(true)
      hear(JSON.parse(event.data))
    })
    stream.addEventListener('error', () => {
      // A browser reconnects by itself, but not after an answer that is not a stream.
      if (stream && stream.readyState === EventSource.CLOSED) {
        stop()
        ask(Date.now() + STREAM_AGAIN_MILLISECONDS)
      } else setConnected(false)
    })
  }
  // A hidden page keeps no connection open.
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
