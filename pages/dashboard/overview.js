// Sales figures: captures, declines by banks, and the fields of the sheet that lose sales.

import { bars, ranks } from '/dashboard/charts.js'
import { count, isNothing, make, money, share, words } from '/dashboard/dom.js'
import { get } from '/dashboard/server.js'
import { filters } from '/dashboard/table.js'

const SPANS = [['1', 'Today'], ['7', '7 days'], ['30', '30 days'], ['90', '90 days']]
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * The start of the first of this many days in this time zone, including today; they end now, by the
 * server's clock.
 */
function since(days) {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1).toISOString()
}

/** Every hour or day of the span, including empty ones. */
function steps({ from, step }, end) {
  const first = new Date(from)
  const at = count => step === 'hour' ? first.getTime() + count * 3_600_000
    : new Date(first.getFullYear(), first.getMonth(), first.getDate() + count).getTime()
  const all = []
  for (let count = 0; at(count) < end; count += 1) all.push(at(count))
  return all
}

/**
 * Assigns rows to the nearest step: browser and server may disagree by an hour about the start of a
 * day, and no sale may be lost.
 */
function placed(rows, all) {
  const places = all.map(() => [])
  for (const row of rows) {
    const away = all.map(at => Math.abs(at - Date.parse(row.at)))
    places[away.indexOf(Math.min(...away))]?.push(row)
  }
  return places
}

function label(step) {
  const form = new Intl.DateTimeFormat(navigator.language, step === 'hour' ? { hour: 'numeric' } : { month: 'short', day: 'numeric' })
  return at => form.format(new Date(at))
}

/** A number for drawing; readers see the exact amount. */
const drawn = amount => Number(amount)

function volume(figures, all, labels) {
  const currencies = [...new Set(figures.volume.map(({ currencyCode }) => currencyCode))]
  return currencies.map(currency => {
    const rows = figures.volume.filter(row => row.currencyCode === currency)
    const places = placed(rows, all)
    const sums = name => places.map(place => total(place.map(row => row[name])))
    const shown = (name, kind, values) => ({ name, kind, values, texts: sums(name.toLowerCase()).map(amount => money(amount, currency)) })
    const refunded = total(rows.map(row => row.refunded))
    const given = sums('refunded').map(drawn)
    const kept = sums('captured').map((amount, index) => Math.max(0, drawn(amount) - given[index]))
    return bars(`Volume in ${currency}`, labels, [shown('Captured', 'good', kept), ...isNothing(refunded) ? [] : [shown('Refunded', 'bad', given)]], {
      note: `${money(total(rows.map(row => row.captured)), currency)} captured${isNothing(refunded) ? '' : `, ${money(refunded, currency)} refunded`}`,
    })
  })
}

/** The exact sum of decimal strings. */
function total(amounts) {
  if (!amounts.length) return '0'
  const digits = Math.max(...amounts.map(amount => (amount.split('.')[1] ?? '').length))
  const sum = amounts.reduce((all, amount) => {
    const [whole, part = ''] = amount.split('.')
    return all + BigInt(whole + part.padEnd(digits, '0'))
  }, 0n)
  const text = String(sum).padStart(digits + 1, '0')
  return digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text
}

function draw(figures) {
  const all = steps(figures, new Date(figures.to))
  const labels = all.map(label(figures.step))
  const tries = placed(figures.tries, all)
  const values = name => tries.map(place => place.reduce((whole, row) => whole + row[name], 0))
  const sum = name => figures.tries.reduce((whole, row) => whole + row[name], 0)
  const [approved, declined] = [sum('approved'), sum('declined')]
  const card = (name, value, text) => make('div', { class: 'card' }, make('dt', {}, name), make('dd', {}, make('strong', {}, value), make('span', { class: 'quiet' }, text)))
  const charts = volume(figures, all, labels)
  return [
    make('dl', { class: 'cards' },
      card('Checkouts paid', share(figures.checkouts.paid, figures.checkouts.opened), `${count(figures.checkouts.paid)} of ${count(figures.checkouts.opened)} opened`),
      card('Approval rate', share(approved, approved + declined), `${count(approved)} of ${count(approved + declined)} card payment attempts`),
      card('Lost to field errors', count(figures.checkouts.lostAtField), 'checkouts that buyers left with an error in a field')),
    make('div', { class: 'charts' },
      ...(charts.length ? charts : [bars('Volume', [], [], { note: 'No captures in this period.' })]),
      bars('Card payment attempts', labels, [
        { name: 'Approved', kind: 'good', values: values('approved'), texts: values('approved').map(count) },
        { name: 'Declined', kind: 'bad', values: values('declined'), texts: values('declined').map(count) }], { note: `${share(approved, approved + declined)} approved` }),
      ranks('Declines by reason', figures.declines.map(({ code, count: number }) => ({ name: words(code), parts: [number], text: count(number) })),
        [{ name: 'Declined', kind: 'bad' }], { columns: ['Reason', 'Declines'], empty: 'No declines in this period.' }),
      ranks('Sales lost to field errors', figures.fieldErrors.map(({ contactField, checkouts, lost: gone }) => ({
        name: words(contactField), parts: [gone, checkouts - gone], text: `${count(gone)} lost of ${count(checkouts)}`,
      })), [{ name: 'Lost', kind: 'bad' }, { name: 'Corrected or still open', kind: 'calm' }],
      { columns: ['Field', 'Lost'], note: 'Checkouts whose sheet showed an error at the field.', empty: 'No field errors in this period.' })),
  ]
}

/** The figures refresh while the page is visible. */
const EVERY_MS = 10_000

/** By days of this time zone, or of UTC if the server does not know its name. */
async function read(days) {
  const query = { from: since(days) }
  try {
    return await get('/figures', { ...query, timeZone: zone })
  } catch (refused) {
    if (!refused.errors?.some(({ pointer }) => pointer === '?timeZone')) throw refused
    return get('/figures', query)
  }
}

/** Redraws them, and keeps opened parts and the focus. */
function redraw(drawing, figures) {
  const parts = () => [...drawing.querySelectorAll('summary, .scroll')]
  const open = [...drawing.querySelectorAll('details')].map(details => details.open)
  const focused = parts().indexOf(document.activeElement)
  drawing.replaceChildren(...draw(figures))
  drawing.querySelectorAll('details').forEach((details, index) => { details.open = open[index] ?? false })
  if (focused >= 0) parts()[focused]?.focus({ preventScroll: true })
}

export async function overview(place, { query, go, isShown }) {
  const days = SPANS.some(([value]) => value === query.days) ? query.days : '7'
  const drawing = make('div', { id: 'figures' })
  const updated = make('p', { class: 'quiet', id: 'updated' })
  let isLoading = false
  const load = async () => {
    const figures = await read(Number(days))
    redraw(drawing, figures)
    updated.textContent = `Updated ${new Intl.DateTimeFormat(navigator.language, { timeStyle: 'medium' }).format(new Date(figures.to))} · live`
  }
  await load()
  place.replaceChildren(make('h1', {}, 'Overview'),
    filters([{ name: 'days', label: 'Period', options: SPANS }], { days }, go), updated, drawing)
  const timer = setInterval(() => {
    if (!isShown()) return clearInterval(timer)
    // A slow request is not repeated.
    if (document.hidden || isLoading) return
    isLoading = true
    load().catch(() => { updated.textContent = 'The server cannot be reached. These figures are old.' }).finally(() => { isLoading = false })
  }, EVERY_MS)
}
