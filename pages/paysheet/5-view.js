/** An element with attributes and children; texts are never markup. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(name, value)
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined))
  return element
}

/** Replaces an element's children. Not `replaceChildren`, which Safari lacks before 14. */
function refill(element, ...children) {
  element.textContent = ''
  element.append(...children)
}

/** A style sheet that a strict Content-Security-Policy allows: no inline style, no file. */
function styled(root, css) {
  // Before Safari 16.4; such a policy does not apply the element.
  if (!('adoptedStyleSheets' in root)) return root.append(make('style', {}, css))
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
}

/** Formats `12.5` and USD for the buyer. */
function money(amount, currency, locale) {
  const digits = (amount.split('.')[1] || '').length
  return new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits })
    .format(amount)
}

/** The time of a later charge: interval and first day, a date, or the balance that triggers it. */
function when(item, currency, locale) {
  const { recurringPaymentIntervalUnit: unit, recurringPaymentStartDate: from, recurringPaymentEndDate: to } = item
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  if (item.paymentTiming === 'deferred') return day.format(new Date(item.deferredPaymentDate))
  if (item.paymentTiming === 'automaticReload') return `< ${money(item.automaticReloadPaymentThresholdAmount, currency, locale)}`
  if (item.paymentTiming !== 'recurring') return ''
  const count = item.recurringPaymentIntervalCount || 1
  // Apple has no week; seven days read better as a week.
  const span = unit === 'day' && count % 7 === 0 ? { unit: 'week', count: count / 7 } : { unit, count }
  const often = new Intl.NumberFormat(locale, { style: 'unit', unit: span.unit || 'month', unitDisplay: 'long' }).format(span.count)
  return [`/ ${often}`, from && to ? day.formatRange(new Date(from), new Date(to)) : from && `${day.format(new Date(from))} –`].filter(Boolean).join(' · ')
}

const SHEET_STYLE = `
:host { all: initial; color-scheme: light dark }
dialog { --paper: #fff; --ink: #1b1b1f; --quiet: #5c5c66; --line: #d9d9e0; --field: #f4f4f7; --bad: #b3261e; --go: #1b1b1f; --on-go: #fff; --ring: #0a5bd8;
  box-sizing: border-box; inline-size: min(26rem, 100vw); max-block-size: min(92dvh, 52rem); margin: auto; padding: 0; border: 0; border-radius: 1rem;
  background: var(--paper); color: var(--ink); font: 1rem/1.4 system-ui, sans-serif; overflow: auto; overscroll-behavior: contain }
@media (prefers-color-scheme: dark) { dialog { --paper: #1d1d21; --ink: #f3f3f6; --quiet: #b0b0ba; --line: #3b3b43; --field: #2a2a30; --bad: #ffb4ab; --go: #f3f3f6; --on-go: #1b1b1f; --ring: #8ab8ff } }
@media (max-width: 30rem) { dialog { margin-block-end: 0; border-end-start-radius: 0; border-end-end-radius: 0; max-inline-size: 100vw } }
dialog::backdrop { background: rgb(0 0 0 / .45) }
@media (prefers-reduced-motion: no-preference) { dialog[open] { animation: rise .18s ease-out } @keyframes rise { from { transform: translateY(1.5rem); opacity: 0 } } }
.head { position: sticky; inset-block-start: 0; display: flex; gap: .75rem; align-items: start; padding: .9rem 1.1rem; background: var(--paper); border-block-end: 1px solid var(--line); z-index: 1 }
h2 { flex: 1; margin: 0; font-size: 1.05rem; font-weight: 650; overflow-wrap: anywhere }
.test { display: block; margin-block-start: .1rem; font-size: .8rem; font-weight: 400; color: var(--quiet) }
section { padding: .7rem 1.1rem; border-block-end: 1px solid var(--line) }
label, legend, .name { display: block; margin-block-end: .25rem; padding: 0; font-size: .8rem; color: var(--quiet) }
select, input { box-sizing: border-box; inline-size: 100%; min-block-size: 2.75rem; padding: .45rem .65rem; border: 1px solid var(--line); border-radius: .55rem; background: var(--field); color: var(--ink); font: 1rem/1.4 system-ui, sans-serif; scroll-margin-block: 6rem }
input[type=radio] { inline-size: 1.15rem; min-block-size: 1.15rem; accent-color: var(--ink) }
[aria-invalid=true] { border-color: var(--bad); border-width: 2px }
.bad { margin: .25rem 0 0; color: var(--bad); font-size: .9rem; overflow-wrap: anywhere }
.row { display: flex; gap: .5rem; align-items: end } .row > :first-child { flex: 1; min-inline-size: 0; margin: 0 }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: .6rem; margin-block-start: .7rem } .wide { grid-column: 1 / -1 }
fieldset { margin: 0; padding: 0; border: 0; min-inline-size: 0 }
.choice { display: flex; gap: .6rem; align-items: center; min-block-size: 2.75rem; margin: 0; font-size: 1rem; color: var(--ink) }
.choice span { flex: 1 } small { display: block; color: var(--quiet) } [data-part=agreement] { margin: .5rem 0 0 }
dl { margin: 0 } dl > div { display: flex; justify-content: space-between; gap: 1rem; padding-block: .15rem }
dt { overflow-wrap: anywhere; min-inline-size: 0 } dd { margin: 0; white-space: nowrap; font-variant-numeric: tabular-nums }
.total { margin-block-start: .35rem; padding-block-start: .5rem; border-block-start: 1px solid var(--line); font-weight: 650; font-size: 1.1rem }
.foot { position: sticky; inset-block-end: 0; padding: .9rem 1.1rem calc(.9rem + env(safe-area-inset-bottom)); background: var(--paper); border-block-start: 1px solid var(--line) }
button { min-block-size: 2.75rem; padding: .45rem .9rem; border: 1px solid var(--line); border-radius: .55rem; background: transparent; color: inherit; font: inherit; cursor: pointer }
.pay { inline-size: 100%; min-block-size: 3.1rem; border: 0; background: var(--go); color: var(--on-go); font-weight: 650 }
button:disabled, [aria-disabled=true], select:disabled, input:disabled { opacity: .55; cursor: default }
:focus-visible { outline: 3px solid var(--ring); outline-offset: 2px }
[role=status] { margin: 0 0 .5rem; color: var(--quiet); text-align: center } [role=status]:empty { margin: 0 }
@media (max-height: 28rem) { .head, .foot { position: static } }
[hidden] { display: none !important }
`
