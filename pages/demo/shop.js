// The shop's page: a scene at a time. Each opens a checkout by the shop's server (POST /demo/checkouts), puts Paysheet's
// button below it, and shows every request as it happens.

const SCENES = [
  { id: 'toast', title: 'One thing', heading: 'Avocado toast', price: '$9.50', type: 'buy',
    text: 'Sourdough, half an avocado, lemon, chilli. Straight from its page: no cart, no account, no form.' },
  { id: 'cart', title: 'Cart and delivery', heading: 'Breakfast for two', price: '$38.00 and delivery', type: 'plain', balances: true, account: true,
    text: 'Two toasts, granola and a jar of honey, delivered. The code TOAST10 takes ten percent off. Standard delivery is free from $50.' },
  { id: 'card', title: 'Gift card', heading: 'A gift card for a friend', price: '$10.00', type: 'buy', giftCard: true,
    text: 'Its code appears when it is paid. Take it to “Cart and delivery”: it pays what it can, and the card pays the rest.' },
  { id: 'ride', title: 'Ride with a tip', heading: 'A ride to the bakery', price: 'about $14.00', type: 'plain',
    text: 'The fare is known at the end of the ride, so its line is pending. The tip is yours to choose.', tip: true },
  { id: 'donation', title: 'Donation', heading: 'Trees for the orchard', price: '$5.00', type: 'donate',
    text: 'No address, no name, no e-mail: the sheet asks for nothing that a donation does not need.' },
]
const LANGUAGES = { en: 'English', fr: 'Français', de: 'Deutsch', es: 'Español', it: 'Italiano', pt: 'Português', nl: 'Nederlands', ja: '日本語', 'zh-Hans': '简体中文', 'zh-Hant': '繁體中文', ko: '한국어' }

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

let current = SCENES[0]
let language = 'en'
let shown = 0

/** One request and its answer in the panel; the newest first. */
function show({ method, path, body, status, answer }) {
  byId('quiet').hidden = true
  const details = make('details', {}, make('summary', {},
    make('span', { class: status < 400 ? 'status' : 'status bad' }, String(status)), ` ${method} ${path || '(checkout)'}`))
  // A secret stands in no picture of this page.
  const text = value => JSON.stringify(value, (key, inner) => key === 'clientSecret' ? 'cs_…' : key === 'code' && String(inner).includes('-') ? '••••' : inner, 1)
  if (body !== undefined) details.append(make('pre', { tabindex: '0', 'aria-label': 'request' }, text(body)))
  details.append(make('pre', { tabindex: '0', 'aria-label': 'answer' }, text(answer)))
  byId('calls').prepend(make('li', {}, details))
}

const open = (scene, extra = {}) => post('/demo/checkouts', { scene: scene.id, ...extra })

/** What the shop's own server does. */
async function post(path, body) {
  const response = await fetch(path, {
    method: 'POST', headers: { 'Accept-Language': language, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    body: body && JSON.stringify(body),
  })
  const answer = await response.json()
  show({ method: 'POST', path: `${path} (your server)`, body, status: response.status, answer })
  if (!response.ok) throw new Error(answer.detail)
  return answer
}

/** The account in one tap: the buyer has paid, so everything that it needs is known. */
async function keep(button, clientSecret) {
  button.disabled = true
  const account = await Paysheet.keepAccount({ clientSecret, locale: language }).catch(problem => problem)
  button.replaceWith(make('p', { id: 'kept' }, account.id ? 'We will remember you.' : account.message))
}

async function timeline(secret) {
  const id = `chk_${secret.split('_')[1]}`
  const response = await fetch(`/demo/checkouts/${id}/timeline`, { headers: { Authorization: `Bearer ${secret}` } })
  if (!response.ok) return
  const { data } = await response.json()
  byId('timeline-title').hidden = data.length === 0
  byId('timeline').replaceChildren(...data.map(entry =>
    make('li', {}, make('code', {}, entry.kind), ` ${entry.total ?? ''} ${entry.status ?? ''} ${(entry.errors ?? []).map(error => [error.code, error.contactField].filter(Boolean).join(' ')).join(', ')}`)))
}

async function play(scene, extra) {
  const turn = ++shown
  current = scene
  for (const link of byId('scenes').querySelectorAll('button')) link.setAttribute('aria-current', String(link.dataset.scene === scene.id))
  byId('calls').replaceChildren()
  byId('timeline').replaceChildren()
  byId('timeline-title').hidden = true
  const said = make('p', { class: 'said', role: 'status' })
  const place = make('div', { class: 'buy', id: 'buy' })
  const tip = make('select', { id: 'tip', onchange: () => play(scene, { tip: tip.value }) },
    ...['0', '2.00', '4.00'].map(amount => make('option', { value: amount, selected: extra?.tip === amount }, amount === '0' ? 'No tip' : `$${amount}`)))
  byId('scene').replaceChildren(
    make('img', { class: 'art', src: `/demo/toast.svg`, alt: '', width: '640', height: '240' }),
    make('h2', {}, scene.heading), make('p', {}, scene.text), make('p', { class: 'price' }, scene.price),
    ...(scene.tip ? [make('div', { class: 'pair' }, make('label', {}, 'Tip', tip))] : []), place, said)
  const tell = (text, kind = '') => { said.textContent = text; said.className = `said ${kind}` }
  try {
    const gift = scene.giftCard ? await post('/demo/gift-cards') : null
    const { clientSecret } = await open(scene, gift ? { balance: gift.id } : extra)
    if (turn !== shown) return
    const after = () => timeline(clientSecret)
    await Paysheet.button(place, {
      clientSecret, type: scene.type, locale: language, balances: scene.balances,
      onCall: call => { show(call); after() },
      onPaid: state => {
        tell(`Thank you. ${state.total} ${state.currencyCode} are paid.`, 'good')
        if (gift) place.append(make('p', {}, 'Your gift card: ', make('code', { id: 'code' }, gift.code)))
        if (scene.account) place.append(make('button', { type: 'button', id: 'keep', onclick: event => keep(event.target, clientSecret) }, 'Keep my details for next time'))
        after()
      },
      onDeclined: message => tell(message, 'bad'), onFailed: problem => tell(problem.message, 'bad'),
      onCanceled: () => tell(''), onUnavailable: problem => tell(problem.message, 'bad'),
    })
    document.documentElement.dataset.ready = scene.id
  } catch (error) {
    tell(error.message, 'bad')
  }
}

byId('scenes').append(...SCENES.map(scene => make('li', {}, make('button', { type: 'button', 'data-scene': scene.id, onclick: () => { location.hash = scene.id } }, scene.title))))
byId('language').append(...Object.entries(LANGUAGES).map(([tag, name]) => make('option', { value: tag, lang: tag }, name)))
byId('language').addEventListener('change', event => { language = event.target.value; play(current) })
const start = () => play(SCENES.find(scene => `#${scene.id}` === location.hash) ?? SCENES[0])
window.addEventListener('hashchange', start)
start()
