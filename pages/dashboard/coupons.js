// Coupons: codes and their discounts.

import { count, make, money, time } from '/dashboard/dom.js'
import { afterwards, confirm, dialog } from '/dashboard/forms.js'
import { ask, mayWrite } from '/dashboard/server.js'
import { list } from '/dashboard/table.js'

const off = row => [row.percentOff && `${row.percentOff} %`, row.amountOff && money(row.amountOff, row.currencyCode), row.freeDelivery && 'free delivery'].filter(Boolean).join(', ')
const used = row => row.redemptionsMax === undefined ? count(row.redemptions) : `${count(row.redemptions)} of ${count(row.redemptionsMax)}`

/** A form's date as the moment in which that day begins here. */
const moment = day => day && new Date(`${day}T00:00`).toISOString()
const number = text => text === undefined ? undefined : /^[0-9]+$/.test(text) ? Number(text) : text

async function open(again) {
  const made = await dialog({
    title: 'New coupon', button: 'Make it', text: 'A percentage, an amount, free delivery, or several of them.', fields: [
      { name: 'code', label: 'Code', required: true, maxlength: 64 }, { name: 'label', label: 'What the buyer reads', hint: 'Optional' },
      { name: 'percentOff', label: 'Percent off', inputmode: 'decimal' }, { name: 'amountOff', label: 'Amount off', inputmode: 'decimal' },
      { name: 'minimum', label: 'From a value of goods of', inputmode: 'decimal', hint: 'Optional' },
      { name: 'currencyCode', label: 'Currency of its amounts', maxlength: 3, hint: 'Where it has an amount' },
      { name: 'freeDelivery', label: 'Free delivery', kind: 'checkbox' },
      { name: 'startsAt', label: 'Good from', kind: 'date' }, { name: 'endsAt', label: 'No longer good from', kind: 'date' },
      { name: 'redemptionsMax', label: 'How often in all', inputmode: 'numeric' }, { name: 'redemptionsPerBuyerMax', label: 'How often for each buyer', inputmode: 'numeric' }],
    submit: ({ freeDelivery, startsAt, endsAt, redemptionsMax, redemptionsPerBuyerMax, currencyCode, ...rest }, key) => ask('POST', '/coupons', {
      key, body: { ...rest, currencyCode: currencyCode?.toUpperCase(), freeDelivery: freeDelivery || undefined, startsAt: moment(startsAt), endsAt: moment(endsAt),
        redemptionsMax: number(redemptionsMax), redemptionsPerBuyerMax: number(redemptionsPerBuyerMax) },
    }),
  })
  afterwards(() => 'The coupon was made.', again)(made)
}

const archive = ({ id, code }, again) => confirm({
  method: 'DELETE', path: `/coupons/${id}`, title: `Archive ${code}?`, danger: true, button: 'Archive',
  text: 'Nobody can enter it any more. Checkouts that have it keep it.',
}).then(afterwards(() => 'The coupon was archived.', again))

export async function coupons(place, { again }) {
  const rows = await list('Coupons', [
    ['Code', ({ code }) => make('code', {}, code), 'wide'], ['Takes off', off], ['From', row => row.minimum ? money(row.minimum, row.currencyCode) : '–', 'number'], ['Redeemed', used, 'number'],
    ['Good until', ({ endsAt }) => time(endsAt)], ['', row => mayWrite() ? make('button', { type: 'button', 'aria-label': `Archive ${row.code}`, onclick: () => archive(row, again) }, 'Archive') : ''],
  ], '/coupons', {}, { empty: 'No coupon yet.' })
  place.replaceChildren(make('div', { class: 'title' }, make('h1', {}, 'Coupons'), mayWrite() && make('button', { type: 'button', class: 'primary', onclick: () => open(again) }, 'New coupon')), rows)
}
