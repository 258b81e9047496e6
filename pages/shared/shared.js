// The page of a shared order with a script: to join, choose, see the others' choices, and pay.

import { byId, closeDialog, keyed, make, patch, refill } from '/pages/shared/dom.js'
import * as draw from '/pages/shared/draw.js'
import { follow } from '/pages/shared/live.js'
import { announcements } from '/pages/shared/announcements.js'
import { lock, showPaying } from '/pages/shared/pay.js'
import { call, current, forget, myself, Refused, remember } from '/pages/shared/server.js'
import { choose, free, question, step } from '/pages/shared/sheet.js'
import { calledText, plain, text } from '/pages/shared/words.js'

/** The message for a code of the API; other codes have a general one. */
const WHY = {
  version_mismatch: 'changed', shared_order_not_open: 'notOpen', shared_order_not_locked: 'changed', order_full: 'full', sold_out: 'soldOut',
  over_person_limit: 'personLimit', over_total_limit: 'totalLimit', too_many_choices: 'tooMany', removed: 'removed',
  not_participant: 'stranger', invalid_credential: 'stranger', missing_credential: 'stranger', not_host: 'changed', no_choice: 'changed', no_share: 'changed',
  unfinished_choice: 'unfinished', nothing_to_pay: 'nothingToPay', payers_not_offered: 'payers', attempt_in_progress: 'inProgress',
  host_stays: 'hostStays', invalid_value: 'field', invalid_request: 'field', rate_limited: 'busy', offline: 'offline',
}
const ANNOUNCEMENT_MILLISECONDS = 6000
const SLOW_MILLISECONDS = 800
const DRAW_MILLISECONDS = 50

let order = null
let alarm
let isGone = false
let stop = () => {}

const me = () => (myself() || {}).participant
const find = data => order.choices.find(choice => choice.participant === Number(data.participant) && choice.choice === data.choice)
const random = bytes => [...crypto.getRandomValues(new Uint8Array(bytes))].map(byte => byte.toString(16).padStart(2, '0')).join('')
const newName = () => `w${random(8)}`

function showMessage(words, isBad = false) {
  if (isGone) return
  byId('said').textContent = words
  byId('said').className = isBad ? 'said bad' : 'said'
}

/** Shows the reason of a failure, and the current order. */
function why(refused) {
  if (!(refused instanceof Refused) && !refused.code) console.error(refused)
  if (refused.sharedOrder) accept(refused.sharedOrder)
  if (['not_participant', 'removed', 'invalid_credential'].includes(refused.code)) leaveBehind()
  if (refused.code === 'no_shared_order') leavePage()
  return plain(`error.${WHY[refused.code] || 'other'}`)
}

/** The link no longer works: the page shows the same as a new request. */
function leavePage() {
  isGone = true
  stop()
  if (byId('sheet')) closeDialog(byId('sheet'))
  refill(document.body, make('main', { class: 'notice' }, make('h1', {}, plain('missing.title')), make('p', {}, plain('missing.text'))))
}

function leaveBehind() {
  forget()
  if (order) show()
}

/** Accepts a state, unless the page shows a newer one. */
function accept(fresh) {
  if (isGone) return
  if (order && (fresh.version < order.version || fresh.id !== order.id)) return
  const before = order
  order = fresh
  const self = order.participants.find(one => one.number === me())
  if (myself() && self && self.status !== 'present') {
    showMessage(plain(self.status === 'removed' ? 'error.removed' : 'error.stranger'), true)
    forget()
  }
  const said = announcements(before, order, me())
  if (said.length) announce(said.join('\n'))
  show()
  clearTimeout(alarm)
  // A lock and an order expire without an event.
  const end = { open: order.deadlineAt, locked: order.lockedUntil }[order.status]
  const wait = new Date(end) - Date.now() + 500
  if (end && wait < 2 ** 31) alarm = setTimeout(look, Math.max(500, wait))
}

let announcementTimer
function announce(words) {
  byId('announcement').textContent = words
  clearTimeout(announcementTimer)
  announcementTimer = setTimeout(() => { byId('announcement').textContent = '' }, ANNOUNCEMENT_MILLISECONDS)
}

async function look() {
  try {
    const state = await current(true)
    if (state) accept(state)
  } catch (refused) {
    if (refused.code !== 'offline') showMessage(why(refused), true)
  }
}

function show() {
  document.title = order.title
  const number = me()
  patch(byId('state'), draw.state(order))
  byId('state').dataset.status = order.status
  patch(byId('items'), draw.menu(order, number))
  patch(byId('chosen'), draw.people(order, number))
  patch(byId('amounts'), draw.amounts(order))
  const total = byId('amounts').querySelector('.total dd')
  byId('sum').textContent = total ? total.textContent : ''
  showJoining()
  if (order.passURL) patch(byId('me'), make('p', { class: 'panel' }, make('a', { href: order.passURL }, plain('state.pass'))))
  showBusy()
  showPaying(order, number, { showMessage, look, refused: refused => showMessage(why(refused), true) })
  document.documentElement.dataset.ready = String(order.version)
}

function showJoining() {
  const isWanted = order.status === 'open' && me() === undefined
  // Typed text stays while others choose.
  if (Boolean(byId('join')) === isWanted) return
  refill(byId('me'), ...(isWanted ? [make('form', { id: 'join', class: 'panel', 'data-do': 'join', 'data-key': 'join', novalidate: true },
    make('h2', {}, plain('join.title')),
    make('div', { class: 'pair' },
      make('div', { class: 'field' }, make('label', { for: 'name' }, plain('join.name')),
        make('input', { type: 'text', id: 'name', name: 'name', maxlength: '128', autocomplete: 'given-name', 'aria-describedby': 'join-hint' })),
      make('button', { type: 'submit', class: 'main' }, plain('join.go'))),
    make('p', { class: 'hint', id: 'join-hint' }, plain('join.hint')))] : []))
}

// Actions, by the `data-do` of the pressed element.

const put = (name, content, version) => call('PUT', `/choices/${name}`, { ...content, ...(version ? { version } : {}) })
const path = choice => `/choices/${choice.choice}`

/** A sheet that changes a choice sends the version it showed; after a refusal, the current one. */
function seen(choice) {
  let version = choice.version
  return async make => {
    try {
      await make(version)
    } catch (refused) {
      const now = refused.sharedOrder && refused.sharedOrder.choices.find(one => one.participant === choice.participant && one.choice === choice.choice)
      if (now) version = now.version
      throw refused
    }
    await look()
  }
}

/** Name and key of a join whose answer is missing. */
let joining = null

const deeds = {
  async join(form) {
    const name = new FormData(form).get('name').trim()
    // A repeated press without an answer is the same participant.
    if (!joining || joining.name !== name) joining = { name, key: random(16) }
    const joined = await call('POST', '/participants', name ? { name } : {}, { 'Idempotency-Key': joining.key })
    joining = null
    remember(joined.participant, joined.credential)
    accept(joined.sharedOrder)
    show()
    byId('menu-title').focus()
  },
  async add({ dataset }) {
    await put(newName(), { item: dataset.item, quantity: 1 })
    await look()
  },
  open({ dataset }) {
    const name = newName()
    choose(order, order.menu.find(item => item.id === dataset.item), null, async content => {
      await put(name, content)
      await look()
    }, why)
  },
  free() {
    const name = newName()
    free(order, null, async content => {
      await put(name, content)
      await look()
    }, why)
  },
  change({ dataset }) {
    const choice = find(dataset)
    if (!choice) return
    const change = seen(choice)
    const done = content => change(version => put(choice.choice, content, version))
    const item = draw.itemOf(order, choice)
    if (item) choose(order, item, choice, done, why)
    else free(order, choice, done, why)
  },
  async remove({ dataset }) {
    const choice = find(dataset)
    if (!choice) return
    await call('DELETE', `${path(choice)}?version=${choice.version}`)
    await look()
  },
  step({ dataset }) {
    const choice = find(dataset)
    if (!choice) return
    const change = seen(choice)
    step(order, choice, options => change(version =>
      call('POST', `/participants/${choice.participant}${path(choice)}/steps`, { options, version })), why)
  },
  more({ dataset }) {
    const person = order.participants.find(one => one.number === Number(dataset.participant))
    const acts = {
      leave: { words: plain('me.leave'), ask: plain('me.leaveAsk'), isBad: true, go: async () => { await call('DELETE', `/participants/${person.number}`); leaveBehind(); await look() } },
      kick: { words: plain('me.kick'), ask: text('me.kickAsk', { name: calledText(person) }), isBad: true, go: async () => { await call('DELETE', `/participants/${person.number}`); await look() } },
      handOver: { words: plain('me.handOver'), ask: text('me.handOverAsk', { name: calledText(person) }), go: async () => accept(await call('POST', '/host', { participant: person.number })) },
      cancel: { words: plain('me.cancel'), ask: plain('me.cancelAsk'), isBad: true, go: async () => accept(await call('POST', '/cancel')) },
    }
    const offered = draw.deeds(order, person, me()).map(name => acts[name])
    const confirm = act => question(act.ask, [act], why)
    if (offered.length === 1) return confirm(offered[0])
    // The first sheet is replaced by the question.
    question(text('me.more', { name: calledText(person) }), offered.map(act => ({ ...act, go: () => { setTimeout(() => confirm(act)) } })), why)
  },
  async lock(form) {
    accept(await lock(order, form))
    if (byId('pay-title')) byId('pay-title').focus()
  },
  async unlock() { accept(await call('POST', '/unlock')) },
  async accept() { accept(await call('POST', '/accept')) },
}

/** Actions in progress, by key, because their elements may be redrawn. */
const busy = new Set()
const showBusy = () => {
  for (const element of [...busy].map(keyed)) if (element) element.setAttribute('aria-busy', 'true')
}

async function act(element) {
  const { key } = element.dataset
  if (busy.has(key)) return
  busy.add(key)
  showBusy()
  showMessage('')
  const slow = setTimeout(() => showMessage(plain('live.wait')), SLOW_MILLISECONDS)
  try {
    await deeds[element.dataset.do](element)
    if (byId('said') && byId('said').textContent === plain('live.wait')) showMessage('')
  } catch (refused) {
    showMessage(why(refused), true)
  } finally {
    clearTimeout(slow)
    busy.delete(key)
    const shown = keyed(key)
    if (shown) shown.removeAttribute('aria-busy')
  }
}

document.addEventListener('click', event => {
  const element = event.target.closest('button[data-do]')
  if (element) act(element)
})
document.addEventListener('submit', event => {
  if (!event.target.dataset.do) return
  event.preventDefault()
  act(event.target)
})
byId('sheet').addEventListener('click', event => { if (event.target === event.currentTarget) closeDialog(event.currentTarget) })

// A list taller than the window sticks at its end, not at its beginning.
if (window.ResizeObserver) {
  new ResizeObserver(([{ target }]) => target.style.setProperty('--tall', `${target.offsetHeight}px`)).observe(byId('people'))
}

// Several states in quick succession are drawn as one.
let newest
function hear(state) {
  if (newest === undefined) {
    setTimeout(() => {
      const heard = newest
      newest = undefined
      // All participants share the stream: a queued message is shown to its author, and a pass to
      // its owner.
      if ((heard.countsWhenSent || heard.status === 'paid') && myself()) look()
      else accept(heard)
    }, DRAW_MILLISECONDS)
  }
  if (newest === undefined || state.version >= newest.version) newest = state
}

async function begin() {
  await look()
  if (!isGone) stop = follow({
    hear,
    setConnected: isConnected => {
      if (isGone) return
      byId('live').textContent = plain(isConnected ? 'live.on' : 'live.off')
      byId('live').className = isConnected ? 'live on' : 'live off'
    },
    fail: refused => { if (refused.code !== 'offline') showMessage(why(refused), true) },
  })
}

begin()
