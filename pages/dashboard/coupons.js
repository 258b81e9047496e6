// Coupons: codes and their discounts.

import { count, make, money, time } from '/dashboard/dom.js'
import { afterwards, confirm, dialog } from '/dashboard/forms.js'
import { ask, may } from '/dashboard/server.js'
import { list } from '/dashboard/table.js'

const off = row => [row.percentOff && `${row.percentOff} %`, row.amountOff && money(row.amountOff, row.currencyCode), row.freeDelivery && 'free delivery'].filter(Boolean).join(', ')
const used = row => row.redemptionsMax === undefined ? count(row.redemptions) : `${count(row.redemptions)} of ${count(row.redemptionsMax)}`

/** A form's date as the moment in which that day begins here. */
const moment = day => day && new Date(`${day}T00:00`).toISOString()
const number = text => text === undefined ? undefined : /^[0-9]+$/.test(text) ? Number(text) : text

async function open(again) {
  const made = await dialog({
    title: 'New coupon', button: 'Create', text: 'Fill in exactly one of percent off, amount off and free delivery.', fields: [
      { name: 'code', label: 'Code', required: true, maxlength: 64 }, { name: 'label', label: 'Text for the buyer', hint: 'Optional' },
      { name: 'percentOff', label: 'Percent off', inputmode: 'decimal' }, { name: 'amountOff', label: 'Amount off', inputmode: 'decimal' },
      { name: 'minimum', label: 'Minimum value of the goods', inputmode: 'decimal', hint: 'Optional' },
      { name: 'currencyCode', label: 'Currency of the amounts', maxlength: 3, hint: 'Required with an amount' },
      { name: 'freeDelivery', label: 'Free delivery', kind: 'checkbox' },
      { name: 'startsAt', label: 'Valid from', kind: 'date' }, { name: 'endsAt', label: 'Ends on', kind: 'date', hint: 'The coupon is no longer valid on this day.' },
      { name: 'redemptionsMax', label: 'Limit of redemptions', inputmode: 'numeric' }, { name: 'redemptionsPerBuyerMax', label: 'Limit of redemptions for each buyer', inputmode: 'numeric' }],
    submit: ({ freeDelivery, startsAt, endsAt, redemptionsMax, redemptionsPerBuyerMax, currencyCode, ...rest }, key) => ask('POST', '/coupons', {
      key, body: { ...rest, currencyCode: currencyCode?.toUpperCase(), freeDelivery: freeDelivery || undefined, startsAt: moment(startsAt), endsAt: moment(endsAt),
        redemptionsMax: number(redemptionsMax), redemptionsPerBuyerMax: number(redemptionsPerBuyerMax) },
    }),
  })
  afterwards(() => 'The coupon was created.', again)(made)
}

const archive = ({ id, code }, again) => confirm({
  method: 'DELETE', path: `/coupons/${id}`, title: `Archive ${code}?`, danger: true, button: 'Archive',
  text: 'Buyers can no longer enter the code. Checkouts that use it already keep the discount.',
}).then(afterwards(() => 'The coupon was archived.', again))

export async function coupons(place, { again }) {
  const rows = await list('Coupons', [
    ['Code', ({ code }) => make('code', {}, code), 'wide'], ['Discount', off], ['Minimum', row => row.minimum ? money(row.minimum, row.currencyCode) : '–', 'number'], ['Redeemed', used, 'number'],
    ['Valid until', ({ endsAt }) => time(endsAt)], ['', row => may('settings:write') ? make('button', { type: 'button', 'aria-label': `Archive ${row.code}`, onclick: () => archive(row, again) }, 'Archive') : ''],
  ], '/coupons', {}, { empty: 'No coupons yet.' })
  place.replaceChildren(make('div', { class: 'title' }, make('h1', {}, 'Coupons'), may('settings:write') && make('button', { type: 'button', class: 'primary', onclick: () => open(again) }, 'New coupon')), rows)
}
