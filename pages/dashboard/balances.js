// Gift cards, store credit and prepaid money.

import { facts, isNothing, make, money, tag, time, words } from '/dashboard/dom.js'
import { afterwards, confirm, dialog, isMade, reveal } from '/dashboard/forms.js'
import { ask, get, mayWrite } from '/dashboard/server.js'
import { filters, list } from '/dashboard/table.js'

const amount = name => row => money(row[name], row.currencyCode)
const hint = ({ codeHint }) => codeHint ? `•••• ${codeHint}` : '–'

async function open(again) {
  const made = await dialog({
    title: 'New balance', button: 'Make it', fields: [
      { name: 'kind', label: 'Kind', options: [['gift_card', 'Gift card'], ['store_credit', 'Store credit'], ['prepaid', 'Prepaid']] },
      { name: 'amount', label: 'Amount', inputmode: 'decimal', hint: 'Such as 25.00; left empty, nothing yet' },
      { name: 'currencyCode', label: 'Currency', value: 'USD', maxlength: 3 },
      { name: 'reference', label: 'Reference', hint: 'Your own number, to find it by. Optional.' }],
    submit: ({ currencyCode, ...rest }, key) => ask('POST', '/balances', { key, body: { ...rest, currencyCode: currencyCode?.toUpperCase() } }),
  })
  if (!isMade(made, again)) return
  if (made.kind === 'gift_card') await reveal('The code of the card', made.code, 'It is shown this once: give it to whoever the card is for.', 'Take the money off the card again (Debit), and make another.')
  location.hash = `#/balances/${made.id}`
}

async function lookUp() {
  const found = await dialog({
    title: 'Look a code up', button: 'Look up', fields: [{ name: 'code', label: 'Code', required: true, hint: 'As the buyer has it; case, blanks and dashes do not count.' }],
    submit: ({ code }) => ask('POST', '/balances/lookup', { body: { code } }),
  })
  if (found) location.hash = `#/balances/${found.id}`
}

export async function balances(place, { query, go, again }) {
  const rows = await list('Balances', [
    ['Balance', ({ reference, id }) => reference ?? id, 'wide'], ['Kind', ({ kind }) => words(kind)], ['Status', ({ status }) => tag(status)],
    ['Code', hint], ['Amount', amount('amount'), 'number'], ['Available', amount('available'), 'number'], ['Made', ({ createdAt }) => time(createdAt)],
  ], '/balances', { reference: query.reference }, { link: ({ id }) => `#/balances/${id}`, empty: 'No balance is like that.' })
  place.replaceChildren(make('div', { class: 'title' }, make('h1', {}, 'Balances'), make('div', { class: 'buttons' },
    make('button', { type: 'button', onclick: lookUp }, 'Look a code up'), mayWrite() && make('button', { type: 'button', class: 'primary', onclick: () => open(again) }, 'New balance'))),
  filters([{ name: 'reference', label: 'Reference', maxlength: 200, placeholder: 'exactly' }], query, go), rows)
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
    one.status === 'active' && move('Credit', 'credits', false, 'Puts money on it.'),
    one.status === 'active' && !isNothing(one.available) && move('Debit', 'debits', true, `Takes money off it, ${money(one.available, one.currencyCode)} at most.`),
    one.status !== 'expired' && make('button', { type: 'button', onclick: () => confirm({
      title: `${verb} ${one.reference ?? one.id}?`, button: verb, danger: !isFrozen, path: `${path}/${way}`,
      text: isFrozen ? 'It can be spent again.' : 'Nobody can spend it until it is unfrozen.',
    }).then(done) }, verb),
  ]
}

export async function balance(place, { id, again }) {
  const [one, newest, entries] = await Promise.all([get(`/balances/${id}`), get(`/balances/${id}/entries`, { limit: 1 }), list('Entries', [
    ['Kind', ({ kind }) => words(kind), 'wide'], ['Amount', amount('amount'), 'number'], ['After it', amount('after'), 'number'],
    ['Checkout', ({ checkout, reference }) => checkout ? make('a', { href: `#/checkouts/${checkout}` }, checkout) : reference ?? '–', 'wide'], ['When', ({ at }) => time(at)],
  ], `/balances/${id}/entries`, {}, { empty: 'Nothing was put on it yet.' })])
  place.replaceChildren(make('p', {}, make('a', { href: '#/balances' }, 'Balances')),
    make('div', { class: 'title' }, make('h1', {}, money(one.amount, one.currencyCode), ' ', tag(one.status)), make('div', { class: 'buttons' }, mayWrite() ? actions(one, newest.data[0]?.transfer, again) : [])),
    facts([['Identifier', make('code', {}, one.id)], ['Kind', words(one.kind)], ['Reference', one.reference], ['Code', one.codeHint && hint(one)],
      ['Available', money(one.available, one.currencyCode)], ['Held', isNothing(one.held) ? '' : money(one.held, one.currencyCode)],
      ['Frozen because', one.frozenBecause && words(one.frozenBecause)], ['Customer', one.customer], ['Ends', one.expiresAt && time(one.expiresAt)], ['Made', time(one.createdAt)]]),
    make('h2', {}, 'Entries'), entries)
}
