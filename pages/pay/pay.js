// A payment that a merchant sends to anyone as a link: /pay/ and the checkout's client secret.

const secret = decodeURIComponent(location.pathname.split('/').pop())
const locale = navigator.language
document.documentElement.lang = locale

const byId = id => document.getElementById(id)
const make = (tag, name, ...children) => {
  const element = document.createElement(tag)
  if (name) element.className = name
  element.append(...children)
  return element
}

/** What is paid for, as the sheet will show it. */
function show({ live, currencyCode, paymentRequest: { total, lineItems = [] } }) {
  const amount = item => item.type === 'pending' ? '…'
    : new Intl.NumberFormat(locale, { style: 'currency', currency: currencyCode }).format(item.amount)
  byId('payee').textContent = document.title = total.label
  byId('test').hidden = live
  byId('test').textContent = live ? '' : 'Test: no money moves.'
  byId('lines').replaceChildren(
    ...lineItems.map(item => make('div', '', make('dt', '', item.label), make('dd', '', amount(item)))),
    make('div', 'total', make('dt', '', total.label), make('dd', '', amount(total))))
}

const say = (text, kind = '') => { byId('said').textContent = text; byId('said').className = kind }

Paysheet.button('#pay', {
  clientSecret: secret, type: 'plain', locale, balances: true,
  onCall: ({ method, path, status, answer }) => { if (method === 'GET' && path === '' && status === 200) show(answer) },
  onPaid: () => { say('✓', 'good'); byId('pay').querySelector('paysheet-button')?.focus() },
  onDeclined: say, onFailed: problem => say(problem.message), onUnavailable: problem => say(problem.message),
}).then(() => { document.documentElement.dataset.ready = 'pay' })
