// A payment that a merchant sends to anyone as a link: /pay/ and the checkout's client secret.

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

/** With the digits that the server gave: what is shown is what is charged. */
function written(amount, currency) {
  const digits = (amount.split('.')[1] ?? '').length
  return new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits }).format(amount)
}

const PAID = ['authorized', 'captured']

/** What is paid for: the cart, then what the sheet will show. Of a checkout that is over nothing is due. */
function show({ status, live, currencyCode, items = [], paymentRequest: { total, lineItems = [] } }) {
  byId('payee').textContent = document.title = total.label
  byId('test').hidden = live
  byId('test').textContent = live ? '' : words.test
  const line = (kind, name, item) => make('div', kind, make('dt', '', name), make('dd', '', item.type === 'pending' ? '…' : written(item.amount, currencyCode)))
  const isDue = status === 'open' || status === 'authorizing' || PAID.includes(status)
  byId('lines').replaceChildren(
    ...items.map(item => line('item', item.quantity > 1 ? `${item.quantity} × ${item.name}` : item.name, item)),
    // What is charged later is said by the sheet, with its days.
    ...isDue ? [...lineItems.filter(({ paymentTiming = 'immediate' }) => paymentTiming === 'immediate').map(item => line('', item.label, item)), line('total', words.total, total)] : [])
}

const say = (text, kind = '') => { byId('said').textContent = text; byId('said').className = kind }

/** The secret of the address; one that cannot be read is a link that does not work. */
function secretOf(path) {
  try {
    return decodeURIComponent(path.split('/').filter(Boolean).pop())
  } catch {
    return 'nothing'
  }
}

await Paysheet.button('#pay', {
  clientSecret: secretOf(location.pathname), type: 'plain', locale, balances: true,
  onCall: ({ method, path, status, answer }) => { if (method === 'GET' && path === '' && status === 200) show(answer) },
  onUnavailable: problem => say(problem.message, PAID.some(status => problem.code === `checkout_${status}`) ? 'good' : ''),
})
document.documentElement.dataset.ready = 'pay'
