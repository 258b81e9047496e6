// The shop's page, one scene at a time. Each creates a checkout on the shop's server (POST
// /demo/checkouts), puts Paysheet's button below it, and shows every request.

import { names, preferred, shopIn } from '/demo/words.js'

const SCENES = {
  toast: { price: 9.5, type: 'buy' },
  cart: { price: 38, balances: true, account: true },
  card: { price: 10, type: 'buy', giftCard: true },
  ride: { price: 14, isAbout: true, tips: ['0', '2.00', '4.00'] },
  donation: { price: 5, type: 'donate' },
  invoice: { price: 120, isLink: true },
  club: { price: 9, isClub: true },
  wallet: { isGift: true },
}

const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children)
  return element
}
const byId = id => document.getElementById(id)

let language = preferred(navigator.languages)
let current = 'toast'
let shown = 0
/** The purchased gift card's code: it is shown once, and this page must not lose it. */
let card = ''

const dollars = amount => new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }).format(amount)

/** A request and its answer in the panel, newest first. */
function show({ method, path, body, status, answer }) {
  byId('quiet').hidden = true
  const details = make('details', {}, make('summary', {},
    make('span', { class: status < 400 ? 'status' : 'status bad' }, String(status)), ` ${method} ${path || '(checkout)'}`))
  // The page never displays a secret.
  const hidden = { clientSecret: 'cs_…', code: '••••', link: 'pas_…' }
  const text = value => JSON.stringify(value, (key, inner) => key in hidden && String(inner).length > 15 ? hidden[key] : inner, 1)
  if (body !== undefined) details.append(make('pre', { tabindex: '0', 'aria-label': 'request' }, text(body)))
  details.append(make('pre', { tabindex: '0', 'aria-label': 'answer' }, text(answer)))
  byId('calls').prepend(make('li', {}, details))
}

/** Actions of the shop's own server. */
async function post(path, body) {
  const response = await fetch(path, {
    method: 'POST', headers: { 'Accept-Language': language, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    body: body && JSON.stringify(body),
  })
  const answer = await response.json()
  show({ method: 'POST', path: `${path} (your server)`, body, status: response.status, answer })
  if (!response.ok) throw Object.assign(new Error(answer.detail), { status: response.status })
  return answer
}

async function timeline(secret) {
  const id = `chk_${secret.split('_')[1]}`
  const response = await fetch(`/demo/checkouts/${id}/timeline`, { headers: { Authorization: `Bearer ${secret}` } })
  if (!response.ok) return
  const { data } = await response.json()
  const errors = entry => (entry.errors ?? []).map(error => [error.code, error.contactField].filter(Boolean).join(' ')).join(', ')
  byId('timeline-title').hidden = data.length === 0
  byId('timeline').replaceChildren(...data.map(entry =>
    make('li', {}, make('code', {}, entry.kind), ` ${entry.total ?? ''} ${entry.status ?? ''} ${errors(entry)}`)))
  return data.at(-1)?.status
}

/** Requests of a buyer's page itself, shown like all others. */
async function attach(clientSecret, code) {
  const path = `/v1/checkouts/chk_${clientSecret.split('_')[1]}/balances`
  const response = await fetch(path, {
    method: 'POST', body: JSON.stringify({ code }),
    headers: { Authorization: `Bearer ${clientSecret}`, 'Content-Type': 'application/json', 'Accept-Language': language },
  })
  show({ method: 'POST', path, body: { code }, status: response.status, answer: await response.json() })
}

/** The invoice is paid at its own page; this one polls. */
async function watch(clientSecret, turn, showMessage, text) {
  while (turn === shown) {
    await new Promise(done => setTimeout(done, 1500))
    if (document.hidden || turn !== shown) continue
    if (await timeline(clientSecret).catch(() => '') === 'captured') return showMessage(text, 'good')
  }
}

/** The account in one tap: the payment has supplied all its data. */
async function keep(button, clientSecret, say) {
  button.disabled = true
  const account = await Paysheet.keepAccount({ clientSecret, locale: language }).catch(problem => problem)
  button.replaceWith(make('p', { id: 'kept' }, account.id ? say.kept : account.message))
}

async function play(id, tip) {
  const turn = ++shown
  current = id
  const scene = SCENES[id]
  const { say, scenes } = frame()
  byId('calls').replaceChildren()
  byId('timeline').replaceChildren()
  byId('timeline-title').hidden = true
  const had = document.activeElement?.id
  const said = make('p', { class: 'said', role: 'status', tabindex: '-1' })
  const showMessage = (text, kind = '') => { said.textContent = text; said.className = `said ${kind}` }
  const art = make('img', { class: 'art', src: '/demo/toast.svg', alt: '', width: '640', height: '240' })
  const shop = { make, show, post, attach, dollars, timeline, say, said, showMessage, art, language, isShown: () => turn === shown }
  if (scene.isClub) return (await import('/demo/club.js')).openClub(shop)
  if (scene.isGift) return (await import('/demo/gift.js')).openGift(shop)
  const place = make('div', { class: 'buy' })
  const after = make('div')
  const tips = scene.tips && make('select', { id: 'tip', onchange: event => play(id, event.target.value) },
    ...scene.tips.map(amount => make('option', { value: amount, selected: tip === amount }, amount === '0' ? say.noTip : dollars(amount))))
  const price = dollars(scene.price)
  byId('scene').replaceChildren(
    art, make('h2', {}, scenes[id].heading), make('p', {}, scenes[id].text),
    make('p', { class: 'price' }, scene.isAbout ? say.about.replace('{amount}', price) : price),
    ...(tips ? [make('div', { class: 'pair' }, make('label', {}, say.tip, tips))] : []), place, said, after)
  if (had === 'tip') byId('tip')?.focus()
  const showCard = () => after.replaceChildren(make('p', {}, say.code + ' ', make('code', { id: 'code' }, card)),
    make('button', { type: 'button', id: 'use', onclick: () => { location.hash = 'cart' } }, say.use))
  if (scene.giftCard && card) showCard()
  try {
    const gift = scene.giftCard ? await post('/demo/gift-cards') : null
    const { clientSecret } = await post('/demo/checkouts', { scene: id, ...(gift ? { balance: gift.id } : tip ? { tip } : {}) })
    if (turn !== shown) return
    if (scene.isLink) {
      place.append(make('a', { id: 'invoice', class: 'link', target: '_blank', rel: 'noopener', href: `/pay/${clientSecret}` }, say.open))
      document.documentElement.dataset.ready = id
      return watch(clientSecret, turn, showMessage, say.thanks.replace('{amount}', price))
    }
    if (scene.balances && card) await attach(clientSecret, card)
    if (turn !== shown) return
    await Paysheet.button(place, {
      clientSecret, type: scene.type ?? 'plain', locale: language, balances: scene.balances,
      onCall: call => { show(call); timeline(clientSecret) },
      onPaid: state => {
        showMessage(say.thanks.replace('{amount}', dollars(state.total)), 'good')
        said.focus()
        if (gift) { card = gift.code; showCard() }
        if (scene.account) after.append(make('button', { type: 'button', id: 'keep', onclick: event => keep(event.target, clientSecret, say) }, say.keep))
        timeline(clientSecret)
      },
      onDeclined: message => showMessage(message, 'bad'), onFailed: problem => showMessage(problem.message, 'bad'),
      onCanceled: () => showMessage(''), onUnavailable: problem => showMessage(problem.message, 'bad'),
    })
    if (turn === shown) document.documentElement.dataset.ready = id
  } catch (error) {
    // The browser's own message about a lost connection is not for buyers.
    if (turn === shown) showMessage(error instanceof TypeError ? '⚠' : error.message, 'bad')
  }
}

/** The page around the scene, in the chosen language. */
function frame() {
  const shop = shopIn(language)
  document.documentElement.lang = language
  // All these languages are written from left to right; others would turn the page around.
  document.documentElement.dir = new Intl.Locale(language).getTextInfo?.().direction ?? 'ltr'
  for (const element of document.querySelectorAll('[data-say]')) {
    const text = shop.say[element.dataset.say]
    if (element.dataset.as) element.setAttribute(element.dataset.as, text)
    else element.textContent = text
  }
  const scenes = byId('scenes')
  if (!scenes.children.length) {
    scenes.append(...Object.keys(SCENES).map(id => make('li', {}, make('button', { type: 'button', 'data-scene': id, onclick: () => { location.hash = id } }))))
  }
  // The buttons stay, and so does the focus.
  for (const button of scenes.querySelectorAll('button')) {
    button.textContent = shop.scenes[button.dataset.scene].title
    button.setAttribute('aria-current', String(button.dataset.scene === current))
  }
  return shop
}

byId('language').append(...Object.entries(names).map(([tag, name]) => make('option', { value: tag, lang: tag, selected: tag === language }, name)))
byId('language').addEventListener('change', event => { language = event.target.value; play(current) })
const start = () => play(Object.hasOwn(SCENES, location.hash.slice(1)) ? location.hash.slice(1) : 'toast')
window.addEventListener('hashchange', start)
start()
