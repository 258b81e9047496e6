// Gift cards, store credit and prepaid money.

import { facts, isNothing, make, money, tag, time, words } from '/dashboard/dom.js'
import { afterwards, confirm, dialog, isMade, reveal } from '/dashboard/forms.js'
import { ask, get, may } from '/dashboard/server.js'
import { filters, linkTo, list } from '/dashboard/table.js'

const amount = name => row => money(row[name], row.currencyCode)
const hint = ({ codeHint }) => codeHint ? `•••• ${codeHint}` : '–'

async function open(again) {
  const made = await dialog({
    title: 'New balance', button: 'Create', fields: [
      { name: 'kind', label: 'Kind', options: [['gift_card', 'Gift card'], ['store_credit', 'Store credit'], ['prepaid', 'Prepaid']] },
      { name: 'amount', label: 'Amount', inputmode: 'decimal', hint: 'Such as 25.00. Empty means zero.' },
      { name: 'currencyCode', label: 'Currency', value: 'USD', maxlength: 3 },
      { name: 'reference', label: 'Reference', hint: 'Your own number, for searches. Optional.' }],
    submit: ({ currencyCode, ...rest }, key) => ask('POST', '/balances', { key, body: { ...rest, currencyCode: currencyCode?.toUpperCase() } }),
  })
  if (!isMade(made, again)) return
  if (made.kind === 'gift_card') await reveal('Gift card code', made.code, 'The code is shown only once: send it to the recipient of the card.', 'Debit this card to zero, and create another one.')
  location.hash = `#/balances/${made.id}`
}

async function lookUp() {
  const found = await dialog({
    title: 'Look up a code', button: 'Look up', fields: [{ name: 'code', label: 'Code', required: true, hint: 'As printed on the card. Case, spaces and dashes do not matter.' }],
    submit: ({ code }) => ask('POST', '/balances/lookup', { body: { code } }),
  })
  if (found) location.hash = `#/balances/${found.id}`
}

export async function balances(place, { query, go, again }) {
  const rows = await list('Balances', [
    ['Balance', ({ reference, id }) => reference ?? id, 'wide'], ['Kind', ({ kind }) => words(kind)], ['Status', ({ status }) => tag(status)],
    ['Code', hint], ['Amount', amount('amount'), 'number'], ['Available', amount('available'), 'number'], ['Created', ({ createdAt }) => time(createdAt)],
  ], '/balances', { reference: query.reference }, { link: ({ id }) => `#/balances/${id}`, empty: 'No balances match this search.' })
  place.replaceChildren(make('div', { class: 'title' }, make('h1', {}, 'Balances'), make('div', { class: 'buttons' },
    make('button', { type: 'button', onclick: lookUp }, 'Look up a code'), may('balances:write') && make('button', { type: 'button', class: 'primary', onclick: () => open(again) }, 'New balance'))),
  filters([{ name: 'reference', label: 'Reference', maxlength: 200, placeholder: 'exact match' }], query, go), rows)
}

function actions(one, last, again) {
  const path = `/balances/${one.id}`
  // Each movement is a new transfer, so the last one identifies the state that this page has shown.
  const seen = verb => `${verb}.${one.id}.${last ?? 'none'}.${one.status}`
  const done = afterwards(() => 'The balance was changed.', again)
  const move = (name, way, danger, text) => make('button', { type: 'button', onclick: () => confirm({
    title: `${name} ${one.reference ?? one.id}`, button: name, danger, text, path: `${path}/${way}`, seen: seen(way),
    fields: [{ name: 'amount', label: 'Amount', required: true, inputmode: 'decimal' }, { name: 'reference', label: 'Reference', hint: 'For your own books. Optional.' }],
    body: ({ amount, reference }) => ({ amount, currencyCode: one.currencyCode, reference }),
  }).then(done) }, name)
  const isFrozen = one.status === 'frozen'
  const [verb, way] = isFrozen ? ['Unfreeze', 'unfreeze'] : ['Freeze', 'freeze']
  return [
    one.status === 'active' && move('Credit', 'credits', false, 'Adds money to the balance.'),
    one.status === 'active' && !isNothing(one.available) && move('Debit', 'debits', true, `Removes money from the balance, at most ${money(one.available, one.currencyCode)}.`),
    one.status !== 'expired' && make('button', { type: 'button', onclick: () => confirm({
      title: `${verb} ${one.reference ?? one.id}?`, button: verb, danger: !isFrozen, path: `${path}/${way}`,
      text: isFrozen ? 'The holder can spend the balance again.' : 'The holder cannot spend the balance until you unfreeze it.',
    }).then(done) }, verb),
  ]
}

export async function balance(place, { id, again }) {
  const [one, newest, entries] = await Promise.all([get(`/balances/${id}`), get(`/balances/${id}/entries`, { limit: 1 }), list('Entries', [
    ['Kind', ({ kind }) => words(kind), 'wide'], ['Amount', amount('amount'), 'number'], ['Balance after', amount('after'), 'number'],
    ['Checkout', ({ checkout, reference }) => checkout ? linkTo('checkouts', checkout) : reference ?? '–', 'wide'], ['Time', ({ at }) => time(at)],
  ], `/balances/${id}/entries`, {}, { empty: 'No entries yet.' })])
  place.replaceChildren(make('p', {}, make('a', { href: '#/balances' }, 'Balances')),
    make('div', { class: 'title' }, make('h1', {}, money(one.amount, one.currencyCode), ' ', tag(one.status)), make('div', { class: 'buttons' }, may('balances:write') ? actions(one, newest.data[0]?.transfer, again) : [])),
    facts([['Identifier', make('code', {}, one.id)], ['Kind', words(one.kind)], ['Reference', one.reference], ['Code', one.codeHint && hint(one)],
      ['Available', money(one.available, one.currencyCode)], ['Held', isNothing(one.held) ? '' : money(one.held, one.currencyCode)],
      ['Reason for the freeze', one.frozenBecause && words(one.frozenBecause)], ['Customer', one.customer && linkTo('customers', one.customer)], ['Expires', one.expiresAt && time(one.expiresAt)], ['Created', time(one.createdAt)]]),
    make('h2', {}, 'Entries'), entries)
}
