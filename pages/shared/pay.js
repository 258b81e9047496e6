// The payment of an order: the host locks it, then one pays for all or each for themselves, in the
// sheet.

import { byId, make, patch, refill } from '/pages/shared/dom.js'
import { call } from '/pages/shared/server.js'
import { called, decimal, language, money, plain, say, typed, units } from '/pages/shared/words.js'

const present = order => order.participants.filter(one => one.status === 'present')
const host = order => order.participants.find(one => one.number === order.host)

/** The host's decisions before the payment. */
function ending(order) {
  const payers = order.payers || []
  const both = payers.length === 2 && present(order).length > 1
  const choices = both && make('fieldset', { class: 'field' }, make('legend', { class: 'unseen' }, plain('pay.title')),
    ['host', 'each'].map((who, place) => make('label', { class: 'option' },
      make('input', { type: 'radio', name: 'payers', value: who, checked: place === 0, 'data-key': `payers ${who}` }), make('span', {}, plain(`pay.${who}`)))))
  return make('form', { id: 'ending', class: 'panel', 'data-do': 'lock', 'data-key': 'lock', 'data-payers': payers[0] || 'host', novalidate: true },
    make('h3', {}, plain('pay.title')), choices || null,
    make('div', { class: 'field' }, make('label', { for: 'tip' }, plain('pay.tip')),
      make('input', { type: 'text', id: 'tip', name: 'tip', inputmode: 'decimal', autocomplete: 'off', placeholder: money(order.amounts.total.replace(/\d/g, '0').replace(/^0+(?=0)/, ''), order.currencyCode) })),
    make('button', { type: 'submit', class: 'main' }, plain('pay.lock')), make('p', { class: 'hint' }, plain('pay.lockHint')))
}

/** The amount that this browser has to pay. */
function own(order, me) {
  if (order.status !== 'locked' || me === undefined) return null
  return (order.payments || []).find(part => part.participant === me && part.status === 'due') || null
}

function waiting(order, me) {
  if (order.payersNow === 'host' && order.host !== me && host(order)) {
    return make('p', { class: 'detail' }, say('pay.waitHost', { name: called(host(order)) }))
  }
  const late = (order.payments || []).filter(part => part.status === 'due' && part.participant !== me)
    .map(part => order.participants.find(one => one.number === part.participant)).filter(Boolean)
  if (!late.length) return null
  return make('p', { class: 'detail' }, say('pay.waitOthers', { names: make('span', {}, late.flatMap((one, place) => [place ? ', ' : null, called(one)]).filter(Boolean)) }))
}

function paying(order, me) {
  const part = own(order, me)
  const mine = (order.payments || []).find(one => one.participant === me && one.status !== 'canceled')
  return make('div', { class: 'panel' }, make('h3', { id: 'pay-title', tabindex: '-1' }, plain('pay.title')),
    part ? make('p', { class: 'due' }, say(order.payersNow === 'host' ? 'pay.all' : 'pay.yours', { amount: make('strong', {}, money(part.amount, order.currencyCode)) })) : null,
    !part && mine && mine.status === 'authorized' ? make('p', { class: 'good' }, plain('pay.done')) : null,
    waiting(order, me))
}

/** The host's alternatives to waiting. */
function instead(order, me) {
  if (order.status !== 'locked' || order.host !== me) return null
  const late = (order.payments || []).filter(one => one.status === 'due')
  const sum = decimal(late.reduce((all, one) => all + units(one.amount), 0), order.amounts.total)
  const canAccept = order.payersNow === 'each' && late.some(one => one.participant !== me)
  return [
    canAccept ? make('button', { type: 'button', class: 'wide', 'data-do': 'accept', 'data-key': 'accept' }, plain('pay.accept', { amount: money(sum, order.currencyCode) })) : null,
    make('button', { type: 'button', class: 'wide', 'data-do': 'unlock', 'data-key': 'unlock' }, plain('pay.unlock')),
  ]
}

/** The lock, and the participant, of the button in the page. */
let placed = { of: null, remove: () => {} }

/** Draws the payments; `hooks` are `showMessage(text, isBad)`, `refused(refused)` and `look()`. */
export function showPaying(order, me, hooks) {
  const place = byId('pay')
  if (!byId('paying')) place.append(...['paying', 'button', 'instead'].map(id => make('div', { id })))
  const canEnd = order.status === 'open' && order.host === me && units(order.amounts ? order.amounts.total : '0') > 0
  if (canEnd) {
    // Typed text stays while others choose.
    if (!byId('ending') || byId('ending').dataset.people !== String(present(order).length > 1)) {
      const form = ending(order)
      form.dataset.people = String(present(order).length > 1)
      patch(byId('paying'), form)
    }
  } else {
    patch(byId('paying'), order.status === 'locked' ? paying(order, me) : null)
  }
  patch(byId('instead'), instead(order, me))
  const part = own(order, me)
  const of = part ? `${order.lockedUntil} ${order.hash} ${order.payments.length} ${part.amount}` : null
  if (of === placed.of) return
  placed.remove()
  placed = { of, remove: () => {} }
  refill(byId('button'))
  if (part) placeButton(order, of, hooks)
}

/** The sheet must open within the tap, so its checkout is created before. */
async function placeButton(order, of, { showMessage, refused, look }) {
  try {
    const { clientSecret } = await call('POST', '/checkout', { hash: order.hash })
    if (placed.of !== of) return
    const button = await Paysheet.button(byId('button'), {
      clientSecret, type: 'plain', locale: language,
      onPaid: look, onDeclined: message => showMessage(message, true), onFailed: problem => { showMessage(problem.message, true); look() }, onCanceled: () => showMessage(''),
      onUnavailable: problem => { if (!['checkout_authorized', 'checkout_captured'].includes(problem.code)) showMessage(problem.message, true); look() },
    })
    if (placed.of === of) placed.remove = () => button.remove()
    else button.remove()
  } catch (problem) {
    if (placed.of === of) placed.of = null
    refused(problem)
  }
}

/** Locks the order, with the hash that the host saw and the host's decisions. */
export async function lock(order, form) {
  const fields = new FormData(form)
  const text = String(fields.get('tip') || '').trim()
  const tip = text ? typed(text, order.amounts.total) : ''
  const input = form.querySelector('#tip')
  input.setAttribute('aria-invalid', String(tip === null))
  if (tip === null) {
    input.focus()
    throw Object.assign(new Error('field'), { code: 'invalid_value' })
  }
  return call('POST', '/lock', { hash: order.hash, payers: fields.get('payers') || form.dataset.payers, ...(tip && units(tip) ? { tip } : {}) })
}
