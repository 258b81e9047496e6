// The page's texts in the language in which the server sent it, together with them.

import { byId, named } from '/pages/shared/dom.js'

const WORDS = JSON.parse(byId('words').textContent)
export const language = document.documentElement.lang

/** A sentence as nodes, with nodes in place of its placeholders. */
export function say(key, places = {}) {
  return (key in WORDS ? WORDS[key] : key).split(/\{(\w+)\}/).map((part, place) => place % 2 ? places[part] === undefined ? '' : places[part] : part)
}

/** A sentence as text; invisible marks isolate user texts (UAX 9). */
export function text(key, places = {}) {
  return say(key, Object.fromEntries(Object.entries(places).map(([name, value]) => [name, `\u2068${value}\u2069`]))).join('')
}

/** As text, with numbers and amounts, which need no marks. */
export const plain = (key, places = {}) => say(key, places).join('')

/** With the server's digits: the displayed amount is the charged one. */
export function money(amount, currency) {
  const digits = (amount.split('.')[1] || '').length
  return new Intl.NumberFormat(language, { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits }).format(amount)
}

/** Amounts as integers of the smallest unit, for sums. */
export const units = amount => Number(amount.replace('.', ''))

/** The reverse, with as many digits as another amount of the currency. */
export function decimal(count, like) {
  const digits = (like.split('.')[1] || '').length
  const all = String(count).padStart(digits + 1, '0')
  return digits ? `${all.slice(0, -digits)}.${all.slice(-digits)}` : all
}

/** A typed amount in the API's form; null if invalid. */
export function typed(value, like) {
  const digits = (like.split('.')[1] || '').length
  const match = /^(\d{1,12})(?:[.,](\d*))?$/.exec(value.trim())
  if (!match || (match[2] || '').length > digits) return null
  return digits ? `${match[1]}.${(match[2] || '').padEnd(digits, '0')}` : match[1]
}

/** A moment in the reader's time; with the day if it is another one. */
export function moment(instant) {
  const date = new Date(instant)
  const isToday = date.toDateString() === new Date().toDateString()
  // Not `timeStyle`, which Safari lacks before 14.1.
  const day = isToday ? {} : { year: 'numeric', month: 'short', day: 'numeric' }
  const element = document.createElement('time')
  element.dateTime = instant
  element.textContent = new Intl.DateTimeFormat(language, { ...day, hour: 'numeric', minute: '2-digit' }).format(date)
  return element
}

/** A participant's name, or the number under which they joined. */
export const called = person => person.name ? named(person.name) : plain('people.guest', { number: String(person.number) })
export const calledText = person => person.name || plain('people.guest', { number: String(person.number) })
