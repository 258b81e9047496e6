// How the sales go: what was taken, what banks refused, and which fields of the sheet lose sales.

import { bars, ranks } from '/dashboard/charts.js'
import { count, isNothing, make, money, share, words } from '/dashboard/dom.js'
import { get } from '/dashboard/server.js'
import { filters } from '/dashboard/table.js'

const SPANS = [['1', 'Today'], ['7', '7 days'], ['30', '30 days'], ['90', '90 days']]
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** From the beginning of a day of this zone to now. */
function span(days) {
  const now = new Date()
  return { from: new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1), to: now }
}

/** Every hour or day of the span: one without a sale is an empty place. */
function steps({ from, step }, end) {
  const at = new Date(from)
  const all = []
  while (at < end) {
    all.push(at.getTime())
    if (step === 'hour') at.setTime(at.getTime() + 3_600_000)
    else at.setDate(at.getDate() + 1)
  }
  return all
}

function label(step) {
  const form = new Intl.DateTimeFormat(navigator.language, step === 'hour' ? { hour: 'numeric' } : { month: 'short', day: 'numeric' })
  return at => form.format(new Date(at))
}

/** A number to draw by; what is read is the amount itself. */
const drawn = amount => Number(amount)

function volume(figures, all, labels) {
  const currencies = [...new Set(figures.volume.map(({ currencyCode }) => currencyCode))]
  return currencies.map(currency => {
    const rows = new Map(figures.volume.filter(row => row.currencyCode === currency).map(row => [Date.parse(row.at), row]))
    const of = name => all.map(at => rows.get(at)?.[name] ?? '0')
    const kept = all.map(at => Math.max(0, drawn(rows.get(at)?.captured ?? '0') - drawn(rows.get(at)?.refunded ?? '0')))
    const texts = name => of(name).map(amount => money(amount, currency))
    const hasRefunds = of('refunded').some(amount => !isNothing(amount))
    return bars(`Volume in ${currency}`, labels, hasRefunds
      ? [{ name: 'Captured', kind: 'good', values: kept, texts: texts('captured') },
        { name: 'Refunded', kind: 'bad', values: of('refunded').map(drawn), texts: texts('refunded') }]
      : [{ name: 'Captured', kind: 'good', values: kept, texts: texts('captured') }],
    { note: `${money(total(of('captured')), currency)} captured${hasRefunds ? `, ${money(total(of('refunded')), currency)} refunded` : ''}` })
  })
}

/** The sum of decimal strings, exactly. */
function total(amounts) {
  const digits = Math.max(...amounts.map(amount => (amount.split('.')[1] ?? '').length), 0)
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
  const tries = new Map(figures.tries.map(row => [Date.parse(row.at), row]))
  const values = name => all.map(at => tries.get(at)?.[name] ?? 0)
  const sum = name => figures.tries.reduce((whole, row) => whole + row[name], 0)
  const [approved, declined] = [sum('approved'), sum('declined')]
  const lost = figures.fieldErrors.reduce((whole, row) => whole + row.lost, 0)
  const card = (name, value, text) => make('div', { class: 'card' }, make('dt', {}, name), make('dd', {}, make('strong', {}, value), make('span', { class: 'quiet' }, text)))
  const charts = volume(figures, all, labels)
  return [
    make('dl', { class: 'cards' },
      card('Checkouts paid', share(figures.checkouts.paid, figures.checkouts.opened), `${count(figures.checkouts.paid)} of ${count(figures.checkouts.opened)} opened`),
      card('Acceptance', share(approved, approved + declined), `${count(approved)} of ${count(approved + declined)} tries by card`),
      card('Lost at a field', count(lost), 'errors that were not put right')),
    make('div', { class: 'charts' },
      ...(charts.length ? charts : [bars('Volume', [], [], { note: 'Nothing was captured in this time.' })]),
      bars('Tries to pay by card', labels, [
        { name: 'Approved', kind: 'good', values: values('approved'), texts: values('approved').map(count) },
        { name: 'Declined', kind: 'bad', values: values('declined'), texts: values('declined').map(count) }], { note: `${share(approved, approved + declined)} accepted` }),
      ranks('Declines by reason', figures.declines.map(({ code, count: number }) => ({ name: words(code), parts: [number], text: count(number) })),
        [{ name: 'Declined', kind: 'bad' }], { columns: ['Reason', 'Declines'], empty: 'No bank declined anything in this time.' }),
      ranks('Fields that lose sales', figures.fieldErrors.map(({ contactField, checkouts, lost: gone }) => ({
        name: words(contactField), parts: [gone, checkouts - gone], text: `${count(gone)} lost of ${count(checkouts)}`,
      })), [{ name: 'Lost', kind: 'bad' }, { name: 'Put right, or still open', kind: 'calm' }],
      { columns: ['Field', 'Lost'], note: 'Checkouts that showed an error there, by whether they were paid.', empty: 'No sheet showed an error at a field in this time.' })),
  ]
}

/** The figures come anew while somebody looks. */
const EVERY_MS = 10_000

export async function overview(place, { query, go, isShown }) {
  const days = SPANS.some(([value]) => value === query.days) ? query.days : '7'
  const drawing = make('div', { id: 'figures' })
  const updated = make('p', { class: 'quiet', id: 'updated' })
  const load = async () => {
    const { from, to } = span(Number(days))
    const figures = await get('/figures', { from: from.toISOString(), to: to.toISOString(), timeZone: zone })
    // A table that somebody reads stays open.
    const open = [...drawing.querySelectorAll('details')].map(details => details.open)
    const scrolled = document.activeElement
    if (drawing.contains(scrolled) && scrolled !== document.body) return
    drawing.replaceChildren(...draw(figures))
    drawing.querySelectorAll('details').forEach((details, index) => { details.open = open[index] ?? false })
    updated.textContent = `As of ${new Intl.DateTimeFormat(navigator.language, { timeStyle: 'medium' }).format(to)}; renewed while you look.`
  }
  await load()
  place.replaceChildren(make('h1', {}, 'Overview'),
    filters([{ name: 'days', label: 'Time', options: SPANS }], { days }, go), updated, drawing)
  const timer = setInterval(() => {
    if (!isShown()) return clearInterval(timer)
    if (!document.hidden) load().catch(() => { updated.textContent = 'The server cannot be reached; these figures are old.' })
  }, EVERY_MS)
}
