// Customers: accounts that buyers created after a payment, with all that they bought.

import { day, facts, isNothing, make, money, tag, time, words } from '/dashboard/dom.js'
import { get } from '/dashboard/server.js'
import { linksTo, linkTo, list, table } from '/dashboard/table.js'

const fullName = ({ contact }) => [contact?.givenName, contact?.familyName].filter(Boolean).join(' ')
const called = row => row.erasedAt ? 'Erased customer' : fullName(row) || row.contact?.emailAddress || row.id

export async function customers(place) {
  const rows = await list('Customers', [
    ['Customer', called, 'wide'], ['E-mail', ({ contact }) => contact?.emailAddress ?? '–', 'wide'], ['Telephone', ({ contact }) => contact?.phoneNumber ?? '–'],
    ['Since', ({ createdAt }) => day(createdAt)],
  ], '/customers', {}, { link: ({ id }) => `#/customers/${id}`, empty: 'No customers yet: buyers create an account after a payment.' })
  place.replaceChildren(make('h1', {}, 'Customers'), rows)
}

/** One kind of the customer's objects; a customer without any has no section. */
const section = (title, columns, found, link) => found?.data.length ? [make('h2', {}, title), table(title, columns, found.data, { link }),
  found.nextCursor && make('p', { class: 'quiet' }, 'These are the newest; the API lists the others.')].filter(Boolean) : []

export async function customer(place, { id }) {
  const { customer: one, checkouts, subscriptions, balances, passes } = await get(`/customers/${id}/export`)
  const address = one.contact && [...(one.contact.addressLines ?? []), one.contact.postalCode, one.contact.locality, one.contact.countryCode].filter(Boolean).join(', ')
  place.replaceChildren(
    make('p', {}, make('a', { href: '#/customers' }, 'Customers')), make('h1', {}, called(one)),
    facts([['Identifier', make('code', {}, one.id)], ['E-mail', one.contact?.emailAddress], ['Telephone', one.contact?.phoneNumber], ['Address', address],
      ['Consent', time(one.consentedAt)], ['Erased', one.erasedAt && time(one.erasedAt)], ['First payment', linkTo('checkouts', one.checkout)]]),
    ...section('Purchases', [
      ['Paid', row => money(row.capturedAmount, row.currencyCode)], ['Status', ({ status }) => tag(status)],
      ['Refunded', row => isNothing(row.refundedAmount) ? '–' : money(row.refundedAmount, row.currencyCode), 'number'], ['Created', ({ createdAt }) => time(createdAt)], ['Reference', row => row.reference ?? '–', 'wide'],
    ], checkouts, linksTo('checkouts')),
    ...section('Subscriptions', [['Subscription', ({ name }) => name, 'wide'], ['Status', ({ status }) => tag(status)], ['Period ends', ({ currentPeriod }) => day(currentPeriod.endsAt)]],
      subscriptions, linksTo('subscriptions')),
    ...section('Balances', [['Balance', ({ kind }) => words(kind), 'wide'], ['Status', ({ status }) => tag(status)], ['Amount', row => money(row.amount, row.currencyCode), 'number']],
      balances, linksTo('balances')),
    ...section('Passes', [['Pass', ({ serialNumber }) => serialNumber, 'wide'], ['Phones', ({ devices }) => String(devices), 'number'], ['Created', ({ createdAt }) => time(createdAt)]], passes))
}
