// The dashboard's frame: the session, the navigation, and the current page.

import { balance, balances } from '/dashboard/balances.js'
import { checkout } from '/dashboard/checkout.js'
import { checkouts, payments } from '/dashboard/checkouts.js'
import { coupons } from '/dashboard/coupons.js'
import { customer, customers } from '/dashboard/customers.js'
import { byId, make, announce } from '/dashboard/dom.js'
import { closeDialog } from '/dashboard/forms.js'
import { keys } from '/dashboard/keys.js'
import { overview } from '/dashboard/overview.js'
import { passes } from '/dashboard/passes.js'
import { get, present, Refused, session, signIn, signOut } from '/dashboard/server.js'
import { settings } from '/dashboard/settings.js'
import { subscription, subscriptions } from '/dashboard/subscriptions.js'
import { isReadable } from '/dashboard/table.js'
import { delivery, endpoint, webhooks } from '/dashboard/webhooks.js'

/** name: [title, the list page, the page of one object, the page of a part of one] */
const PAGES = {
  overview: ['Overview', overview], checkouts: ['Checkouts', checkouts, checkout], payments: ['Payments', payments, checkout],
  customers: ['Customers', customers, customer], subscriptions: ['Subscriptions', subscriptions, subscription], balances: ['Balances', balances, balance],
  coupons: ['Coupons', coupons], passes: ['Passes', passes], webhooks: ['Webhooks', webhooks, endpoint, delivery], keys: ['Keys', keys], settings: ['Settings', settings],
}

let turn = 0

/** The first page that the key may read. */
const first = () => Object.keys(PAGES).find(isReadable) ?? 'overview'

/** `#/checkouts/chk_…?status=open` */
function address() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?')
  const [name, ...things] = path.split('/')
  // Any other text is not an identifier, and leads to no object.
  const [id, part] = things.filter(Boolean).map(thing => /^[a-z]{3}_[0-9a-z]{1,64}$/.test(thing) ? thing : 'nothing')
  return { name: Object.hasOwn(PAGES, name) ? name : first(), id, part, query: Object.fromEntries(new URLSearchParams(query)) }
}

/** A changed filter keeps the focus, so that arrow keys go on choosing. */
let chosen = null

/**
 * Shows the page for the URL. After a navigation the focus moves to it, unless the user has moved
 * the focus or has typed a search since. The focus is never lost.
 */
async function show({ isGone = false } = {}) {
  const mine = ++turn
  const [focused, searched] = [document.activeElement, byId('needle').value]
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
      go: values => {
        const before = location.hash
        location.hash = `#/${[name, id].filter(Boolean).join('/')}?${new URLSearchParams(values)}`
        if (location.hash !== before) chosen = document.activeElement?.name ?? null
      },
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
  const filter = chosen && content.querySelector(`.filters [name="${CSS.escape(chosen)}"]`)
  chosen = null
  if (filter) return filter.focus()
  const isElsewhere = document.activeElement !== focused || byId('needle').value !== searched
  if ((isGone && !isElsewhere) || document.activeElement === document.body) content.focus({ preventScroll: true })
  if (isGone) scrollTo(0, 0)
}

function problem(fault) {
  if (fault.status === 404) return make('div', {}, make('h1', {}, 'Not found'), make('p', {}, 'This merchant has no object with this identifier.'))
  return make('div', {}, make('h1', {}, 'This page cannot be loaded'), make('p', { class: 'bad' }, fault.message),
    ...(fault.errors ?? []).map(({ pointer, detail }) => make('p', {}, `${pointer} ${detail}`)), make('button', { type: 'button', onclick: () => show() }, 'Try again'))
}

function frame(current) {
  const { merchant } = session.now
  byId('head').hidden = byId('nav').hidden = false
  byId('merchant').textContent = merchant.name
  byId('mode').textContent = merchant.live ? 'Live' : 'Test'
  byId('mode').className = merchant.live ? 'tag live' : 'tag'
  byId('nav').replaceChildren(make('ul', {}, Object.entries(PAGES).filter(([name]) => isReadable(name)).map(([name, [title]]) =>
    make('li', {}, make('a', { href: `#/${name}`, 'aria-current': name === current ? 'page' : undefined }, title)))))
  byId('nav').querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
}

/** The key is sent to the server once; only a session stays here. */
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
  make('p', { class: 'quiet', id: 'key-hint' }, 'It begins with sk_. Its scopes decide which pages and actions you have. The browser stores a session of twelve hours, not the key.'), said, button)
  if (!window.isSecureContext) said.textContent = 'Open the dashboard over https: sessions require it.'
  byId('content').replaceChildren(form)
  byId('content').setAttribute('aria-busy', 'false')
  document.title = 'Sign in: Paysheet'
  document.documentElement.dataset.shown = 'sign-in'
  key.focus()
}

/** A search leads to the object, or to a list of matches. */
async function seek(text) {
  // A link's secret identifies its checkout; no URL may contain the secret itself.
  const secret = /(?:^|\/)cs_([0-9a-z]+)_/.exec(text)
  if (secret) return `#/checkouts/chk_${secret[1]}`
  if (/^(sk|op|pk|whsec)_/.test(text)) {
    announce('This is a key. Search for an identifier, a reference or the last four digits instead.')
    return location.hash
  }
  const places = { chk: 'checkouts', bal: 'balances', whe: 'webhooks', cus: 'customers', sub: 'subscriptions' }
  const place = places[text.split('_')[0]]
  if (place && /^[a-z]{3}_[0-9a-z]+$/.test(text)) return `#/${place}/${text}`
  const reference = encodeURIComponent(text)
  const has = async page => isReadable(page) && (await get(`/${page}`, { reference: text, limit: 1 })).data.length > 0
  if (await has('checkouts')) return `#/checkouts?reference=${reference}`
  if (await has('balances')) return `#/balances?reference=${reference}`
  if (/^[0-9]{4}$/.test(text) && isReadable('payments')) return `#/payments?lastFour=${text}`
  return `#/${isReadable('checkouts') ? 'checkouts' : first()}?reference=${reference}`
}

/** No data of the former session stays in the page. */
function leave(text) {
  session.now = null
  turn += 1
  document.querySelector('dialog')?.remove()
  byId('merchant').textContent = byId('needle').value = ''
  byId('nav').replaceChildren()
  askForKey(text)
}

session.onLost = refused => leave(refused.code === 'other_session'
  ? 'Another session was opened in this browser. Reload the page, or sign in again.' : 'Your session has ended: sign in again.')

byId('search').addEventListener('submit', async event => {
  event.preventDefault()
  const text = byId('needle').value.trim()
  if (!text) return
  const place = await seek(text)
  if (text.includes('_')) byId('needle').value = ''
  location.hash = place
})
byId('leave').addEventListener('click', async () => {
  try {
    await signOut()
    leave()
  } catch (refused) {
    if (refused.code === 'other_session') session.onLost(refused)
    else announce(`You are still signed in. ${refused.message}`)
  }
})
document.querySelector('.skip').addEventListener('click', event => { event.preventDefault(); byId('content').focus() })
window.addEventListener('hashchange', () => { closeDialog(); show({ isGone: true }) })
// Reports a rejected promise that no code awaits.
window.addEventListener('unhandledrejection', event => { if (event.reason instanceof Refused) announce(event.reason.message) })

try {
  await present()
  show()
} catch (refused) {
  askForKey(refused.message)
}
