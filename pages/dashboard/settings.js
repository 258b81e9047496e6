// The merchant's choices for all its checkouts.

import { make, announce } from '/dashboard/dom.js'
import { fieldsOf, showErrors, valuesOf } from '/dashboard/forms.js'
import { ask, get, may, Refused, session } from '/dashboard/server.js'

const split = text => text === undefined ? [] : text.split(/[\s,]+/).filter(Boolean)
const choices = (...names) => names.map(([value, text]) => [value, text])

/** Display and parsing of each setting; `read` gets undefined for an empty field. */
const SETTINGS = [
  { name: 'name', label: 'Name', read: text => text ?? '' },
  { name: 'statementName', label: 'Name on card statements', hint: 'Leave empty to use the name above.', read: text => text ?? null },
  { name: 'countryCode', label: 'Country', maxlength: 2, hint: 'Your place of business, such as US', read: text => text?.toUpperCase() ?? null },
  { name: 'domains', label: 'Domains of your shops', kind: 'lines', hint: 'One per line, such as shop.example', show: list => list.join('\n'), read: split },
  { name: 'allowedShippingCountries', label: 'Countries that you deliver to', kind: 'lines', hint: 'Such as US, CA. Empty means all countries.', show: list => list.join(', '),
    read: text => text === undefined ? null : split(text.toUpperCase()) },
  { name: 'excludedRegions', label: 'Regions that you do not deliver to', kind: 'lines', hint: 'By ISO 3166-2, such as US-HI', show: list => list.join(', '), read: text => split(text?.toUpperCase()) },
  { name: 'deliversToPostOfficeBoxes', label: 'You deliver to post office boxes', kind: 'checkbox' },
  { name: 'emailFormat', label: 'Email addresses of buyers', options: choices(['extended', 'Accept unusual addresses, such as jörg@müller.de'], ['plain', 'Accept plain addresses only']) },
  { name: 'phoneFormat', label: 'Phone numbers in orders', options: choices(['e164', 'International: +16502530000'], ['national', 'National: (650) 253-0000'], ['digits', 'Digits only']) },
  { name: 'taxRounding', label: 'Tax rounding', options: choices(['halfAwayFromZero', 'Half away from zero'], ['down', 'Down']) },
  { name: 'lateSuccess', label: 'A payment that succeeds after the buyer saw a failure', options: choices(['void', 'Void it'], ['keep', 'Keep it']) },
  { name: 'unknownIssuingCountry', label: 'A card with an unknown country', options: choices(['accept', 'Accept it'], ['refuse', 'Refuse it']) },
  ...['shippingZones', 'taxRates', 'messages'].map(name => ({
    name, kind: 'lines', rows: 8, class: 'code', label: { shippingZones: 'Shipping zones', taxRates: 'Tax rates', messages: 'Messages in your own words' }[name],
    hint: 'JSON; see PATCH /v1/merchant in /docs', show: value => JSON.stringify(value, null, 2), read: text => json(name, text ?? '[]'),
  })),
]

function json(name, text) {
  try {
    return JSON.parse(text)
  } catch (fault) {
    throw new Refused(400, { detail: fault.message, errors: [{ pointer: `/${name}`, detail: `This is not JSON: ${fault.message}` }] })
  }
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other)

export async function settings(place, { again }) {
  const present = await get('/merchant')
  const shown = ({ name, show = value => value }) => present[name] === undefined ? undefined : show(present[name])
  const fields = SETTINGS.map(setting => ({ ...setting, value: setting.kind === 'checkbox' ? present[setting.name] : shown(setting) ?? '', disabled: !may('settings:write') }))
  const plain = fields.map(({ show, read, ...field }) => field)
  const form = make('form', { class: 'settings', novalidate: true }, fieldsOf(plain), make('p', { class: 'bad', role: 'alert' }),
    may('settings:write') && make('button', { type: 'submit', class: 'primary' }, 'Save'))
  const changes = () => {
    const values = valuesOf(form, plain)
    const changed = {}
    for (const { name, read = value => value } of SETTINGS) {
      const value = read(values[name])
      if (!same(value, present[name] ?? null) && !(value?.length === 0 && present[name] === undefined)) changed[name] = value
    }
    return changed
  }
  form.addEventListener('submit', async event => {
    event.preventDefault()
    try {
      const body = changes()
      if (Object.keys(body).length) await ask('PATCH', '/merchant', { body })
      if (body.name) session.now.merchant.name = body.name
      announce('The settings were saved.')
      again()
    } catch (refused) {
      showErrors(form, plain, refused)
    }
  })
  place.replaceChildren(make('h1', {}, 'Settings'), make('p', { class: 'quiet' }, `Merchant ${present.id}, ${present.live ? 'live' : 'test'}.`), form)
}
