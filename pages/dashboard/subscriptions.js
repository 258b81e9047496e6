// Subscriptions: their periods, invoices and upcoming charges.

import { day, facts, make, money, tag, time, words } from '/dashboard/dom.js'
import { afterwards, confirm, dialog } from '/dashboard/forms.js'
import { ask, get, may } from '/dashboard/server.js'
import { filters, linkTo, list, table } from '/dashboard/table.js'

const STATES = ['trialing', 'active', 'pastDue', 'paused', 'canceled', 'ended']
const OVER = ['canceled', 'ended']
const UPCOMING = 6
const FILTERS = [{ name: 'status', label: 'Status', options: [['', 'Any'], ...STATES.map(state => [state, words(state)])] }]
const link = ({ id }) => `#/subscriptions/${id}`
const span = (from, until) => [day(from), ' – ', day(until)]
const card = ({ network, lastFour, unlinkedAt }) => [lastFour ? `${network ?? 'Card'} •••• ${lastFour}` : 'Saved card', unlinkedAt && ', removed by the buyer'].filter(Boolean).join('')

export async function subscriptions(place, { query, go }) {
  const rows = await list('Subscriptions', [
    ['Subscription', row => row.reference ?? row.name, 'wide'], ['Status', ({ status }) => tag(status)], ['Period ends', ({ currentPeriod }) => day(currentPeriod.endsAt)],
    ['Card', row => card(row.card)], ['Created', ({ createdAt }) => time(createdAt)],
  ], '/subscriptions', { status: STATES.includes(query.status) ? query.status : '' }, { link, empty: 'No subscriptions match this search.' })
  place.replaceChildren(make('h1', {}, 'Subscriptions'), filters(FILTERS, query, go), rows)
}

/** A form's date as the moment in which that day begins here. */
const moment = day => day && new Date(`${day}T00:00`).toISOString()

function actions(one, again) {
  if (OVER.includes(one.status)) return []
  const path = `/subscriptions/${one.id}`
  const seen = verb => `${verb}.${one.id}.${one.updatedAt}`
  const action = (label, act, kind) => make('button', { type: 'button', class: kind, onclick: act }, label)
  const isPaused = one.status === 'paused'
  return [
    (isPaused || one.cancelAt) && action('Resume', () => confirm({
      title: `Resume ${one.name}?`, button: 'Resume', path: `${path}/resume`, seen: seen('resume'),
      text: isPaused ? 'A period that would have begun during the pause begins now, and is charged.' : 'The subscription continues after its present period.',
    }).then(afterwards(() => 'The subscription was resumed.', again)), 'primary'),
    ['trialing', 'active'].includes(one.status) && action('Pause', () => dialog({
      title: `Pause ${one.name}?`, button: 'Pause', seen: seen('pause'), text: 'The server charges nothing until the subscription resumes.',
      fields: [{ name: 'resumesAt', label: 'Resumes on', kind: 'date', hint: 'Without a day, it stays paused until you resume it.' }],
      submit: ({ resumesAt }, key) => ask('POST', `${path}/pause`, { key, body: { resumesAt: moment(resumesAt) } }),
    }).then(afterwards(() => 'The subscription was paused.', again))),
    action('Cancel', () => dialog({
      title: `Cancel ${one.name}?`, button: 'Cancel the subscription', danger: true, seen: seen('cancel'),
      fields: [{ name: 'at', label: 'When', options: [['periodEnd', 'At the end of the paid period'], ['now', 'Now: unpaid invoices become void']] }],
      submit: (body, key) => ask('POST', `${path}/cancel`, { key, body }),
    }).then(afterwards(({ cancelAt }) => cancelAt ? 'The subscription will end with its period.' : 'The subscription was canceled.', again))),
  ]
}

function invoiceActions(row, again) {
  if (!may('subscriptions:write') || !['open', 'pending'].includes(row.status)) return ''
  const action = (label, options, said) => make('button', { type: 'button', 'aria-label': `${label} ${row.id}`, onclick: () => confirm({ button: label, ...options }).then(afterwards(() => said, again)) }, label)
  const seen = verb => `${verb}.${row.id}.${row.tries}.${row.status}`
  return make('div', { class: 'buttons' },
    row.status === 'open' && action('Retry', { title: `Charge ${money(row.amount, row.currencyCode)} again?`, path: `/invoices/${row.id}/retry`, seen: seen('retry'), text: 'The server charges the saved card within a second or so.' }, 'The invoice is being charged.'),
    action('Void', { title: 'Void this invoice?', danger: true, path: `/invoices/${row.id}/void`, seen: seen('void'), text: 'The period stays unpaid. You cannot undo this.' }, 'The invoice was voided.'))
}

export async function subscription(place, { id, again }) {
  const [one, upcoming, invoices] = await Promise.all([
    get(`/subscriptions/${id}`), get(`/subscriptions/${id}/upcoming`, { limit: UPCOMING }),
    list('Invoices', [
      ['Period', ({ startsAt, endsAt }) => span(startsAt, endsAt), 'wide'], ['Status', ({ status, decline }) => [tag(status), decline ? ` ${words(decline)}` : '']],
      ['Amount', row => row.amount ? money(row.amount, row.currencyCode) : 'not known yet', 'number'], ['Tries', ({ tries }) => String(tries), 'number'],
      ['Next try', ({ nextTryAt }) => time(nextTryAt)], ['Checkout', row => row.checkout ? linkTo('checkouts', row.checkout, 'Payment') : '–'], ['', row => invoiceActions(row, again)],
    ], '/invoices', { subscription: id }, { empty: 'No invoices yet.' }),
  ])
  const amount = ({ amount: known, maximumAmount }) => known ? money(known, one.currencyCode) : maximumAmount ? `at most ${money(maximumAmount, one.currencyCode)}` : 'not known yet'
  place.replaceChildren(
    make('p', {}, make('a', { href: '#/subscriptions' }, 'Subscriptions')),
    make('div', { class: 'title' }, make('h1', {}, one.name, ' ', tag(one.status)), make('div', { class: 'buttons' }, may('subscriptions:write') ? actions(one, again) : [])),
    facts([['Identifier', make('code', {}, one.id)], ['Reference', one.reference], ['Current period', span(one.currentPeriod.startsAt, one.currentPeriod.endsAt)],
      ['Ends', one.cancelAt && time(one.cancelAt)], ['Ended', one.endedAt && time(one.endedAt)], ['Reason', one.reason && words(one.reason)],
      ['Paused', one.pausedAt && time(one.pausedAt)], ['Resumes', one.resumesAt && time(one.resumesAt)], ['Next plan', one.next?.plan], ['Card', card(one.card)],
      ['Customer', one.customer && linkTo('customers', one.customer)], ['First payment', linkTo('checkouts', one.checkout)], ['Created', time(one.createdAt)]]),
    make('h2', {}, 'Invoices'), invoices,
    make('h2', {}, 'Upcoming charges'), table('Upcoming charges', [['Date', ({ startsAt }) => day(startsAt), 'wide'], ['Kind', ({ kind }) => words(kind)], ['Amount', amount, 'number']], upcoming.data,
      { empty: 'No more charges.' }))
}
