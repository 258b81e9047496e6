// Lists of checkouts, and of those with a payment attempt.

import { isNothing, make, money, tag, time } from '/dashboard/dom.js'
import { filters, list } from '/dashboard/table.js'
import { may } from '/dashboard/server.js'
import { invoice } from '/dashboard/invoice.js'

const STATES = ['open', 'authorizing', 'authorized', 'captured', 'refunded', 'canceled', 'expired', 'failed']
const AGES = [['', 'Any time'], ['1', 'Last day'], ['7', 'Last 7 days'], ['30', 'Last 30 days'], ['90', 'Last 90 days']]
const chosen = query => ({
  status: STATES.includes(query.status) ? query.status : '', reference: query.reference ?? '',
  lastFour: /^[0-9]{4}$/.test(query.lastFour ?? '') ? query.lastFour : '',
  createdAfter: AGES.some(([days]) => days && days === query.days) ? new Date(Date.now() - Number(query.days) * 86_400_000).toISOString() : '',
})
const FILTERS = [
  { name: 'status', label: 'Status', options: [['', 'Any'], ...STATES.map(state => [state, state[0].toUpperCase() + state.slice(1)])] },
  { name: 'days', label: 'Created', options: AGES },
  { name: 'reference', label: 'Reference', maxlength: 200, placeholder: 'exact match' },
]
const link = ({ id }) => `#/checkouts/${id}`
const amount = name => row => money(row[name], row.currencyCode)
const later = name => row => isNothing(row[name]) ? '–' : money(row[name], row.currencyCode)
/** The merchant's reference, or the end of the identifier: the beginning is the same for all. */
const name = row => row.reference ?? make('code', { title: row.id }, `…${row.id.slice(-8)}`)
export const card = row => row.card ? `${row.card.network} •••• ${row.card.lastFour}` : '–'

export async function checkouts(place, { query, go }) {
  const rows = await list('Checkouts', [
    ['Total', row => row.totalType === 'pending' ? 'pending' : amount('total')(row)], ['Status', ({ status }) => tag(status)], ['Created', ({ createdAt }) => time(createdAt)],
    ['Attempts', ({ attempts }) => String(attempts), 'number'], ['Reference', name, 'wide'],
  ], '/checkouts', chosen(query), { link, empty: 'No checkouts match this search.' })
  place.replaceChildren(make('div', { class: 'title' }, make('h1', {}, 'Checkouts'),
    may('payments:write') && make('button', { type: 'button', class: 'primary', onclick: invoice }, 'New payment link')),
  filters(FILTERS, query, go), rows)
}

export async function payments(place, { query, go }) {
  const rows = await list('Payments', [
    ['Amount', amount('total')], ['Status', row => row.decline ? [tag(row.status), ' ', tag('declined', row.decline.code.replaceAll('_', ' '))] : tag(row.status)],
    ['Card', card], ['Created', ({ createdAt }) => time(createdAt)], ['Captured', later('capturedAmount'), 'number'], ['Refunded', later('refundedAmount'), 'number'], ['Reference', name, 'wide'],
  ], '/checkouts', { ...chosen(query), tried: 'true' }, { link, empty: 'No payments match this search.' })
  place.replaceChildren(make('h1', {}, 'Payments'),
    filters([...FILTERS, { name: 'lastFour', label: 'Card ends in', inputmode: 'numeric', maxlength: 4, pattern: '[0-9]{4}' }], query, go), rows)
}
