// A payment link that a merchant sends: /pay/ and the checkout's client secret. The syntax is that
// of the oldest browsers with modules, so that browsers too old for /paysheet.js get a message.

import { wordsFor } from '/pages/pay/words.js'

const words = wordsFor(navigator.languages)
const locale = navigator.language
document.documentElement.lang = words.language

const byId = id => document.getElementById(id)
const make = (tag, name, ...children) => {
  const element = document.createElement(tag)
  if (name) element.className = name
  element.append(...children)
  return element
}
byId('payee').textContent = document.title = words.title

/** With the server's digits: the displayed amount is the charged one. */
function written(amount, currency) {
  const digits = (amount.split('.')[1] || '').length
  return new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits }).format(amount)
}

const PAID = ['authorized', 'captured']

/** The cart, then the sheet's lines. An ended checkout has no amount due. */
function show({ status, live, currencyCode, items = [], paymentRequest }) {
  // A sheet that is too old gets no request; the button says so.
  if (!paymentRequest) return
  const { total, lineItems = [] } = paymentRequest
  byId('payee').textContent = document.title = total.label
  byId('test').hidden = live
  byId('test').textContent = live ? '' : words.test
  const line = (kind, name, item) => make('div', kind, make('dt', '', name), make('dd', '', item.type === 'pending' ? '…' : written(item.amount, currencyCode)))
  const isDue = status === 'open' || status === 'authorizing' || PAID.includes(status)
  byId('lines').textContent = ''
  byId('lines').append(
    ...items.map(item => line('item', item.quantity > 1 ? `${item.quantity} × ${item.name}` : item.name, item)),
    // The sheet shows later charges with their days.
    ...isDue ? [...lineItems.filter(({ paymentTiming = 'immediate' }) => paymentTiming === 'immediate').map(item => line('', item.label, item)), line('total', words.total, total)] : [])
}

const say = (text, kind = '') => { byId('said').textContent = text; byId('said').className = kind }

/** The secret in the URL; an unreadable one is an invalid link. */
function secretOf(path) {
  try {
    return decodeURIComponent(path.split('/').filter(Boolean).pop())
  } catch (fault) {
    return 'nothing'
  }
}

const ready = () => { document.documentElement.dataset.ready = 'pay' }
const tooOld = () => say(words.tooOld)

// A browser that is too old has no Paysheet, or lacks something that it needs.
if (window.Paysheet) {
  Paysheet.button('#pay', {
    clientSecret: secretOf(location.pathname), type: 'plain', locale, balances: true,
    onCall: ({ method, path, status, answer }) => { if (method === 'GET' && path === '' && status === 200) show(answer) },
    onUnavailable: problem => say(problem.message, PAID.some(status => problem.code === `checkout_${status}`) ? 'good' : ''),
  }).catch(fault => {
    console.error(fault)
    tooOld()
  }).then(ready)
} else {
  tooOld()
  ready()
}
