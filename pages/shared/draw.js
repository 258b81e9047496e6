// The order as elements: the same page as the server writes without a script (SharedPage.swift),
// and its actions.

import { make, named } from '/pages/shared/dom.js'
import { picturePath } from '/pages/shared/server.js'
import { called, calledText, decimal, moment, money, plain, say, text, units } from '/pages/shared/words.js'

const times = choice => choice.quantity > 1 ? `${choice.quantity} × ` : null
/** A button whose name contains action and object; `data-key` restores the focus to it. */
const act = (action, key, words, name, data = {}, style = '') => make('button', {
  type: 'button', class: style, 'data-do': action, 'data-key': `${action} ${key}`, 'aria-label': name && `${words}: ${name}`, ...data,
}, words)
const line = (what, amount) => make('div', { class: 'line' }, make('span', { class: 'what' }, what), make('span', { class: 'amount' }, amount))

export const itemOf = (order, choice) => (order.menu || []).find(item => item.id === choice.item)
const groupsOf = (order, choice) => (itemOf(order, choice) || {}).options || []
export const stepOf = (order, choice) => groupsOf(order, choice).find(group => group.id === choice.nextStep)

export function state(order) {
  const time = order.status === 'locked' ? order.lockedUntil || order.deadlineAt : order.deadlineAt
  return say(`state.${order.status}`, { time: moment(time) })
}

// The menu.

export function range(group) {
  const most = group.maximum
  if (group.minimum === most) return plain('menu.exactly', { count: String(most) })
  return group.minimum === 0
    ? plain('menu.upTo', { count: String(most) })
    : plain('menu.between', { minimum: String(group.minimum), maximum: String(most) })
}

/** The remaining quantity of an item; null if it is not limited. */
export function rest(order, item) {
  if (item.stock === undefined) return null
  const taken = order.choices.filter(choice => choice.item === item.id && choice.status === 'placed')
    .reduce((sum, choice) => sum + choice.quantity, 0)
  return Math.max(0, item.stock - taken)
}

function group(order, one) {
  const options = one.choices.flatMap((option, place) => [
    place ? ', ' : null, named(option.name), units(option.price) ? ` +${money(option.price, order.currencyCode)}` : null,
  ])
  // A choice of exactly one needs no explanation.
  const count = one.minimum === 1 && one.maximum === 1 ? null : ` (${range(one)})`
  return make('p', { class: 'group' }, named(one.name), count, ': ', options)
}

function item(order, one, canChoose) {
  const left = rest(order, one)
  const button = canChoose && left !== 0
    && (one.options ? act('open', one.id, plain('choose.open'), one.name, { 'data-item': one.id })
      : act('add', one.id, plain('choose.add'), one.name, { 'data-item': one.id }))
  return make('li', { class: 'item' },
    one.picture && make('img', { class: 'picture', src: picturePath(one.picture), alt: '', width: '72', height: '72', loading: 'lazy' }),
    make('div', { class: 'what' }, make('h3', {}, named(one.name)),
      one.description && make('p', { class: 'detail' }, named(one.description)),
      one.joint && make('p', { class: 'detail' }, plain('menu.together')),
      (one.options || []).map(options => group(order, options)),
      left === null ? null : left === 0
        ? make('p', { class: 'left none' }, plain('menu.soldOut'))
        : make('p', { class: 'left' }, plain('menu.left', { count: String(left) }))),
    make('div', { class: 'price' }, make('p', {}, money(one.price, order.currencyCode)), button || null))
}

export function menu(order, me) {
  const canChoose = order.status === 'open' && me !== undefined
  const free = order.freeItems && make('li', { class: 'item' },
    make('div', { class: 'what' }, make('h3', {}, plain('menu.free')),
      make('p', { class: 'detail' }, plain('menu.freeUpTo', { amount: money(order.freeItems.maximumPrice, order.currencyCode) }))),
    canChoose && make('div', { class: 'price' }, act('free', 'free', plain('choose.open'), plain('menu.free'))))
  return [...(order.menu || []).map(one => item(order, one, canChoose)), free || null]
}

// The participants' choices.

function picks(order, choice) {
  const groups = groupsOf(order, choice)
  const names = (choice.options || []).flatMap(pick => {
    const { choices: options } = groups.find(one => one.id === pick.option) || { choices: [] }
    return options.map(option => [pick.chosen.filter(id => id === option.id).length, option.name]).filter(([count]) => count)
  })
  return names.length ? make('small', {}, names.flatMap(([count, name], place) => [place ? ', ' : null, count > 1 ? `${count} × ` : null, named(name)])) : null
}

function choice(order, one, me) {
  const key = `${one.participant} ${one.choice}`
  const data = { 'data-participant': String(one.participant), 'data-choice': one.choice }
  const step = stepOf(order, one)
  const isOpen = order.status === 'open'
  const isMine = isOpen && one.participant === me
  const buttons = [
    isOpen && me !== undefined && step ? act('step', key, text('choose.step', { step: step.name }), undefined, data) : null,
    isMine && !(itemOf(order, one) || {}).joint ? act('change', key, plain('choose.change'), one.name, data, 'quiet') : null,
    isMine ? act('remove', key, plain('choose.remove'), one.name, data, 'quiet') : null,
  ].filter(Boolean)
  return make('li', { class: 'choice', 'data-line': key },
    line([times(one), named(one.name), picks(order, one)], money(one.amount, order.currencyCode)),
    one.status === 'staged' && make('p', { class: 'missing' }, plain('people.staged')) || null,
    step && !buttons.length && make('p', { class: 'missing' }, say('people.missing', { step: named(step.name) })) || null,
    buttons.length ? make('div', { class: 'acts' }, buttons) : null)
}

/** The actions on another participant, or on oneself. */
export function deeds(order, person, me) {
  const isHost = order.host === me
  if (order.status === 'locked' || !['open', 'locked'].includes(order.status)) return []
  if (person.number === me) return isHost ? ['cancel'] : ['leave']
  return isHost ? ['handOver', 'kick'] : []
}

/** A participant's payment status; with its amount if that differs from their choices. */
function payment(order, one, share) {
  // A host who took over parts has two payments: the unpaid one counts.
  const parts = (order.payments || []).filter(part => part.participant === one.number)
  const { status } = parts.find(part => part.status === 'due') || parts.find(part => part.status !== 'canceled') || parts[0] || {}
  if (!status) return null
  const sum = parts.filter(part => part.status === status).reduce((all, part) => all + units(part.amount), 0)
  const isOther = status !== 'canceled' && sum !== units(share ? share.total : '0')
  const words = plain(`payment.${status}`)
  return { status, words: isOther ? `${words} · ${money(decimal(sum, parts[0].amount), order.currencyCode)}` : words }
}

function person(order, one, me) {
  const own = order.choices.filter(choice => choice.participant === one.number)
  const share = (order.shares || []).find(part => part.participant === one.number)
  const paid = payment(order, one, share)
  const extra = share ? units(share.total) - units(share.items) : 0
  const tag = (words, style = '') => [' ', make('span', { class: `tag ${style}`.trim() }, words)]
  return make('li', { class: one.number === me ? 'person mine' : 'person', 'data-person': String(one.number) },
    make('div', { class: 'who' },
      make('h3', {}, called(one),
        one.number === me ? tag(plain('people.you'), 'you') : null,
        one.number === order.host ? tag(plain('people.host')) : null,
        paid ? tag(paid.words, paid.status) : null),
      deeds(order, one, me).length ? make('button', {
        type: 'button', class: 'quiet more', 'data-do': 'more', 'data-key': `more ${one.number}`, 'data-participant': String(one.number),
        'aria-label': text('me.more', { name: calledText(one) }),
      }, '⋯') : null,
      make('span', { class: 'sum' }, money(share ? share.total : one.itemsTotal, order.currencyCode))),
    own.length
      ? make('ul', {}, own.map(each => choice(order, each, me)),
        extra ? make('li', { class: 'extra' }, line(plain('people.extras'), money(decimal(extra, share.total), order.currencyCode))) : null)
      : make('p', { class: 'none' }, plain('people.none')))
}

export function people(order, me) {
  const present = order.participants.filter(one => one.status === 'present')
  // The participant's own choices come first.
  present.sort((one, other) => (other.number === me) - (one.number === me))
  return make('ul', {}, present.map(one => person(order, one, me)))
}

export function amounts(order) {
  const sums = order.amounts
  if (!sums) return []
  const rows = [
    sums.items !== sums.total && [plain('amounts.items'), sums.items],
    ...(order.fees || []).map(fee => [named(fee.label), fee.amount]),
    units(sums.tax) && [named(order.tax ? order.tax.label : ''), sums.tax],
    units(sums.tip) && [plain('amounts.tip'), sums.tip],
  ].filter(Boolean)
  const row = (style, label, amount) => make('div', { class: style }, make('dt', {}, label), make('dd', {}, money(amount, order.currencyCode)))
  return [
    ...rows.map(([label, amount]) => row(null, label, amount)),
    row('total', plain('amounts.total'), sums.total),
    order.tax && order.tax.included
      ? make('div', { class: 'included' }, make('dt', {}, say('amounts.included', { label: named(order.tax.label) })), make('dd')) : null,
  ]
}
