// The dashboard's frame: who is signed in, where one is, and what is shown there.

import { balance, balances } from '/dashboard/balances.js'
import { checkout } from '/dashboard/checkout.js'
import { checkouts, payments } from '/dashboard/checkouts.js'
import { coupons } from '/dashboard/coupons.js'
import { byId, make, tell } from '/dashboard/dom.js'
import { keys } from '/dashboard/keys.js'
import { overview } from '/dashboard/overview.js'
import { present, Refused, session, signIn, signOut } from '/dashboard/server.js'
import { settings } from '/dashboard/settings.js'
import { delivery, endpoint, webhooks } from '/dashboard/webhooks.js'

/** name: [title, the page, the page of one, the page of a part of one] */
const PAGES = {
  overview: ['Overview', overview], checkouts: ['Checkouts', checkouts, checkout], payments: ['Payments', payments, checkout], balances: ['Balances', balances, balance],
  coupons: ['Coupons', coupons], webhooks: ['Webhooks', webhooks, endpoint, delivery], keys: ['Keys', keys], settings: ['Settings', settings],
}

let turn = 0

/** `#/checkouts/chk_…?status=open` */
function address() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?')
  const [name, ...things] = path.split('/')
  // Whatever else stands there is no identifier, so that it leads nowhere.
  const [id, part] = things.filter(Boolean).map(thing => /^[a-z]{3}_[0-9a-z]{1,64}$/.test(thing) ? thing : 'nothing')
  return { name: Object.hasOwn(PAGES, name) ? name : 'overview', id, part, query: Object.fromEntries(new URLSearchParams(query)) }
}

/** Shows the page of the address; focus goes to it when somebody went there. */
async function show({ isGone = false } = {}) {
  const mine = ++turn
  if (!session.now) return askForKey()
  const { name, id, part, query } = address()
  const [title, all, one, partOf] = PAGES[name]
  const page = part && partOf ? partOf : id && one ? one : all
  const content = byId('content')
  frame(name)
  content.setAttribute('aria-busy', 'true')
  const place = make('div')
  try {
    await page(place, {
      id, part, query, again: () => show(), isShown: () => mine === turn,
      go: values => { location.hash = `#/${[name, id].filter(Boolean).join('/')}?${new URLSearchParams(values)}` },
    })
  } catch (fault) {
    if (!session.now) return
    place.replaceChildren(problem(fault))
  }
  if (mine !== turn) return
  content.replaceChildren(place)
  content.setAttribute('aria-busy', 'false')
  document.title = `${content.querySelector('h1')?.textContent ?? title}: Paysheet`
  document.documentElement.dataset.shown = name
  if (!isGone) return
  content.focus({ preventScroll: true })
  scrollTo(0, 0)
}

function problem(fault) {
  if (fault.status === 404) return make('div', {}, make('h1', {}, 'Not found'), make('p', {}, 'This merchant has nothing of that identifier.'))
  return make('div', {}, make('h1', {}, 'That did not work'), make('p', { class: 'bad' }, fault.message),
    ...(fault.errors ?? []).map(({ pointer, detail }) => make('p', {}, `${pointer} ${detail}`)), make('button', { type: 'button', onclick: () => show() }, 'Try again'))
}

function frame(current) {
  const { merchant } = session.now
  byId('head').hidden = byId('nav').hidden = false
  byId('merchant').textContent = merchant.name
  byId('mode').textContent = merchant.live ? 'Live' : 'Test'
  byId('mode').className = merchant.live ? 'tag live' : 'tag'
  byId('nav').replaceChildren(make('ul', {}, Object.entries(PAGES).map(([name, [title]]) =>
    make('li', {}, make('a', { href: `#/${name}`, 'aria-current': name === current ? 'page' : undefined }, title)))))
}

/** The key is shown to the server once; what stays here is a session. */
function askForKey(text = '') {
  byId('head').hidden = byId('nav').hidden = true
  const said = make('p', { class: 'bad', role: 'alert' }, text)
  const key = make('input', { id: 'key', name: 'key', type: 'password', autocomplete: 'off', required: true, maxlength: 256, spellcheck: 'false', 'aria-describedby': 'key-hint' })
  const button = make('button', { type: 'submit', class: 'primary' }, 'Sign in')
  const form = make('form', { class: 'sign-in', onsubmit: async event => {
    event.preventDefault()
    button.disabled = true
    said.textContent = ''
    try {
      await signIn(key.value.trim())
      key.value = ''
      show({ isGone: true })
    } catch (refused) {
      said.textContent = refused.code === 'invalid_request' ? 'A secret key begins with sk_.' : refused.message
      key.select()
    } finally {
      button.disabled = false
    }
  } }, make('h1', {}, 'Dashboard'), make('label', { for: 'key' }, 'Secret key'), key,
  make('p', { class: 'quiet', id: 'key-hint' }, 'It begins with sk_. A key that may read only shows everything and changes nothing. It is not kept in this browser: a session of twelve hours is.'), said, button)
  if (!window.isSecureContext) said.textContent = 'Open the dashboard by https: a session needs it.'
  byId('content').replaceChildren(form)
  byId('content').setAttribute('aria-busy', 'false')
  document.title = 'Sign in: Paysheet'
  document.documentElement.dataset.shown = 'sign-in'
  key.focus()
}

/** What is typed into the search leads to the thing, or to a list of what is like it. */
function seek(text) {
  const places = { chk: 'checkouts', bal: 'balances', whe: 'webhooks' }
  const place = places[text.split('_')[0]]
  if (place && /^[a-z]{3}_[0-9a-z]+$/.test(text)) return `#/${place}/${text}`
  if (/^[0-9]{4}$/.test(text)) return `#/payments?lastFour=${text}`
  return `#/checkouts?reference=${encodeURIComponent(text)}`
}

session.onLost = refused => {
  session.now = null
  turn += 1
  document.querySelector('dialog')?.remove()
  askForKey(refused.code === 'other_session' ? 'Another session was opened in this browser. Reload the page, or sign in again.' : 'The session is over: sign in again.')
}

byId('search').addEventListener('submit', event => {
  event.preventDefault()
  const text = byId('needle').value.trim()
  if (text) location.hash = seek(text)
})
byId('leave').addEventListener('click', async () => {
  try {
    await signOut()
  } catch (refused) {
    if (!(refused instanceof Refused) || refused.status === 0) return tell('The server cannot be reached: you are still signed in.')
    session.now = null
  }
  turn += 1
  askForKey()
})
document.querySelector('.skip').addEventListener('click', event => { event.preventDefault(); byId('content').focus() })
window.addEventListener('hashchange', () => show({ isGone: true }))

try {
  await present()
  show()
} catch (refused) {
  askForKey(refused.message)
}
