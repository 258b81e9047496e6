// One checkout: its amounts, its captures, refunds and disputes, and every update of its sheet.

import { facts, isNothing, make, minus, money, tag, time, words } from '/dashboard/dom.js'
import { afterwards, confirm, reveal } from '/dashboard/forms.js'
import { linkOf } from '/dashboard/invoice.js'
import { get, may } from '/dashboard/server.js'
import { linkTo, table } from '/dashboard/table.js'

const amounts = ['authorizedAmount', 'capturedAmount', 'refundedAmount', 'disputedAmount']

/** The actions that its state, its amounts and the scopes of the key allow. */
function actions(checkout, again) {
  const { id, reference, status, currencyCode, authorizedAmount, capturedAmount, refundedAmount, disputedAmount = '0', clientSecret, captures = [], refunds = [] } = checkout
  const path = `/checkouts/${id}`
  const name = reference ?? id
  const rest = minus(authorizedAmount, capturedAmount)
  const left = minus(capturedAmount, refundedAmount, disputedAmount)
  // Captures and refunds are only added, so their number identifies the state that this page has
  // shown.
  const seen = verb => `${verb}.${id}.${captures.length}.${refunds.length}`
  const amountField = all => ({ name: 'amount', label: 'Amount', inputmode: 'decimal', value: all, hint: `At most ${money(all, currencyCode)}` })
  const action = (label, options, say, kind) => make('button', { type: 'button', class: kind, onclick: () => confirm(options).then(afterwards(say, again)) }, label)
  const isHeld = status === 'authorized' && !isNothing(rest)
  const moved = verb => ({ amount, status: how }) => `${money(amount, currencyCode)} ${how === 'succeeded' ? `was ${verb}` : how === 'failed' ? `could not be ${verb}` : `is being ${verb}`}.`
  return [
    isHeld && may('payments:write') && action('Capture', {
      title: `Capture ${name}`, button: 'Capture', path: `${path}/capture`, seen: seen('capture'), fields: [amountField(rest),
        { name: 'final', label: 'Final capture: release the rest of the authorization', kind: 'checkbox' }],
      body: ({ amount, final }) => ({ amount: amount ?? '', currencyCode, final }),
    }, moved('captured'), 'primary'),
    isHeld && may('payments:write') && action('Void', {
      title: `Void ${name}?`, danger: true, button: 'Void', path: `${path}/void`, seen: seen('void'),
      text: `Releases the ${money(rest, currencyCode)} that was not captured. You cannot undo this.`,
    }, () => 'The payment was voided.'),
    !isNothing(left) && !left.startsWith('-') && may('refunds:write') && action('Refund', {
      title: `Refund ${name}`, danger: true, button: 'Refund', path: `${path}/refunds`, seen: seen('refund'),
      fields: [amountField(left), { name: 'reason', label: 'Reason', maxlength: 256, hint: 'For your own books; the buyer does not see it.' },
        { name: 'to', label: 'To', options: [['original', 'Original payment'], ['balance', 'New store credit']] }],
      body: ({ amount, reason, to }) => ({ amount: amount ?? '', currencyCode, reason, to }),
    }, moved('refunded')),
    status === 'open' && may('payments:write') && action('Cancel', {
      title: `Cancel ${name}?`, danger: true, button: 'Cancel the checkout', path: `${path}/cancel`, seen: seen('cancel'),
      text: 'The buyer can no longer pay in the sheet or by the link. No money has been charged.',
    }, () => 'The checkout was canceled.'),
    status === 'open' && clientSecret && make('button', { type: 'button', onclick: () => reveal('Payment link', linkOf(clientSecret), 'Any person with the link can pay.') }, 'Payment link'),
  ]
}

const operationsTable = (caption, rows = [], currency) => rows.length > 0 && [make('h2', {}, caption), table(caption, [
  [caption.slice(0, -1), ({ id, reason }) => reason ?? id, 'wide'], ['Status', ({ status, failure }) => [tag(status), failure ? ` ${words(failure)}` : '']],
  ['Amount', ({ amount }) => money(amount, currency), 'number'], ['Created', ({ createdAt, openedAt }) => time(createdAt ?? openedAt)],
], rows)]

/** Contacts are personal: the user opens them, and does not see them in passing. */
const contact = (title, given) => given && make('details', {}, make('summary', {}, title),
  facts(Object.entries(given).map(([name, value]) => [words(name), Array.isArray(value) ? value.join(', ') : String(value)])))

const errorsOf = entry => (entry.errors ?? []).map(({ code, contactField }) => tag('failed', contactField ? `${words(contactField)}: ${words(code)}` : words(code)))

const line = currency => entry => make('li', { class: entry.errors ? 'wrong' : '' }, make('p', {}, make('strong', {}, words(entry.kind)), ' ', errorsOf(entry)),
  make('p', { class: 'quiet' }, time(entry.at), ` · ${money(entry.total, currency)} · ${words(entry.status)} · request ${entry.requestId}`),
  entry.question && make('details', {}, make('summary', {}, 'Data from the sheet'), make('pre', { tabindex: '0' }, JSON.stringify(entry.question, null, 2))))

async function timeline(id, currency) {
  const entries = make('ol', { class: 'timeline' })
  const next = async after => {
    const { data, nextCursor } = await get(`/checkouts/${id}/timeline`, { after, limit: 100 })
    entries.append(...data.map(line(currency)))
    return nextCursor
  }
  let cursor = await next()
  const more = make('button', { type: 'button', onclick: async () => {
    more.disabled = true
    cursor = await next(cursor).finally(() => { more.disabled = false })
    more.hidden = !cursor
  } }, 'More')
  more.hidden = !cursor
  return [entries.children.length ? entries : make('p', { class: 'quiet empty' }, 'No sheet updates yet.'), more]
}

export async function checkout(place, { id, again }) {
  const one = await get(`/checkouts/${id}`)
  const entries = await timeline(id, one.currencyCode)
  const amount = name => one[name] && !isNothing(one[name]) ? money(one[name], one.currencyCode) : undefined
  const lines = one.paymentRequest.lineItems ?? []
  place.replaceChildren(
    make('p', {}, make('a', { href: '#/checkouts' }, 'Checkouts')),
    make('div', { class: 'title' }, make('h1', {}, one.totalType === 'pending' ? 'Pending' : money(one.total, one.currencyCode), ' ', tag(one.status)),
      make('div', { class: 'buttons' }, actions(one, again))),
    facts([['Identifier', make('code', {}, one.id)], ['Reference', one.reference], ['Created', time(one.createdAt)],
      one.status === 'open' ? ['Expires', time(one.expiresAt)] : ['Updated', time(one.updatedAt)],
      ['Card', one.payment?.lastFour && `${one.payment.network} •••• ${one.payment.lastFour}`], ['Capture before', one.payment?.captureBefore && time(one.payment.captureBefore)],
      ['Last attempt', one.lastAttempt && one.lastAttempt.message], ...amounts.map(name => [words(name.replace('Amount', '')), amount(name)]), ['Customer', one.customer && linkTo('customers', one.customer)]]),
    table('Line items', [['Line item', ({ label }) => label, 'wide'], ['Amount', line => line.type === 'pending' ? 'pending' : money(line.amount, one.currencyCode), 'number']], lines,
      { empty: 'This checkout has a total and no line items.' }),
    ...[operationsTable('Captures', one.captures, one.currencyCode), operationsTable('Refunds', one.refunds, one.currencyCode), operationsTable('Disputes', one.disputes, one.currencyCode)].filter(Boolean).flat(),
    ...[contact('Shipping contact', one.shippingContact), contact('Billing contact', one.billingContact)].filter(Boolean),
    make('h2', {}, 'Timeline'), ...entries)
}
