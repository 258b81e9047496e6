// Elements without markup: texts of buyers and merchants stay text.

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children.flat().filter(child => child !== undefined && child !== null && child !== false))
  return element
}

export const byId = id => document.getElementById(id)

const locale = navigator.language
const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const counts = new Intl.NumberFormat(locale)

/**
 * An amount with exactly the server's digits: some currencies are written with fewer than they
 * have.
 */
export function money(amount, currency) {
  const digits = (amount.split('.')[1] ?? '').length
  return new Intl.NumberFormat(locale, {
    style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits,
  }).format(amount)
}
export const count = number => counts.format(number)
export const share = (part, whole) =>
  whole > 0 ? new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(part / whole) : '–'

/** A moment in the reader's time zone, with the exact one for machines. */
export const time = at => at ? make('time', { datetime: at }, times.format(new Date(at))) : '–'

/** The day of a moment in the reader's time zone; a pointer shows the whole moment. */
export const day = at => at ? make('time', { datetime: at, title: times.format(new Date(at)) }, days.format(new Date(at))) : '–'

/** The difference of decimal strings. */
export function minus(amount, ...others) {
  const digits = Math.max(...[amount, ...others].map(text => (text.split('.')[1] ?? '').length))
  const units = text => {
    const [whole, part = ''] = text.split('.')
    return BigInt(whole + part.padEnd(digits, '0'))
  }
  const left = others.reduce((rest, other) => rest - units(other), units(amount))
  const text = String(left < 0n ? -left : left).padStart(digits + 1, '0')
  const sign = left < 0n ? '-' : ''
  return sign + (digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text)
}

export const isNothing = amount => /^-?0*(\.0*)?$/.test(amount)

/**
 * Words of the API in readable form: `store_credit` → `Store credit`, `shippingContact` → `Shipping
 * contact`.
 */
export function words(name) {
  const text = name.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return text[0].toUpperCase() + text.slice(1)
}

const GOOD = ['captured', 'authorized', 'succeeded', 'delivered', 'active', 'trialing', 'approved', 'won', 'paid']
const BAD = ['failed', 'declined', 'expired', 'canceled', 'frozen', 'dropped', 'lost', 'disabled', 'revoked', 'pastDue', 'uncollectible']
export const tag = (name, text = words(name)) =>
  make('span', { class: `tag ${GOOD.includes(name) ? 'good' : BAD.includes(name) ? 'bad' : ''}` }, text)

/** A list of names and values; a missing value has no line. */
export const facts = pairs => make('dl', { class: 'facts' },
  pairs.filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value))))

/** Announces a result on the screen and to screen readers. */
export function announce(text) {
  clearTimeout(announcementTimer)
  byId('announcement').textContent = ''
  requestAnimationFrame(() => { byId('announcement').textContent = text })
  announcementTimer = setTimeout(() => { byId('announcement').textContent = '' }, ANNOUNCEMENT_MS)
}
const ANNOUNCEMENT_MS = 8_000
let announcementTimer
