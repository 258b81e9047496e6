// Dialogs above the page: an item's options, or a question. The page behind stays live.

import { byId, closeDialog, keyed, make, named, openDialog, refill } from '/pages/shared/dom.js'
import { itemOf, range, rest, stepOf } from '/pages/shared/draw.js'
import { picturePath } from '/pages/shared/server.js'
import { decimal, money, plain, typed, units } from '/pages/shared/words.js'

/** The API's maximum quantity of one item. */
const QUANTITY_MAX = 99

/** The key of the element that opened the dialog, which may be redrawn. */
let opener
byId('sheet').addEventListener('close', () => {
  const element = opener && keyed(opener)
  if (document.activeElement === document.body && element) element.focus()
})

/** Opens the dialog with a form; `go()` performs it, and the dialog shows a refusal. */
function open(title, parts, buttons, go, sayWhy) {
  const dialog = byId('sheet')
  const said = make('p', { class: 'said bad', role: 'alert' })
  const form = make('form', { method: 'dialog', novalidate: true }, make('div', { class: 'head' },
    make('h2', { id: 'sheet-title' }, title),
    make('button', { type: 'button', class: 'quiet', 'aria-label': plain('choose.close'), onclick: () => closeDialog(dialog) }, '✕')),
  make('div', { class: 'body' }, parts), make('div', { class: 'foot' }, said, buttons))
  // Not the event's `submitter`, which Safari lacks before 15.4.
  let pressed
  form.addEventListener('click', event => { pressed = event.target.closest('button') })
  form.addEventListener('submit', async event => {
    event.preventDefault()
    if (form.getAttribute('aria-busy') === 'true') return
    form.setAttribute('aria-busy', 'true')
    said.textContent = ''
    const slow = setTimeout(() => { said.textContent = plain('live.wait') }, 800)
    try {
      if (await go(pressed) !== false) closeDialog(dialog)
    } catch (refused) {
      clearTimeout(slow)
      said.textContent = sayWhy(refused)
    } finally {
      clearTimeout(slow)
      if (said.textContent === plain('live.wait')) said.textContent = ''
      form.removeAttribute('aria-busy')
    }
  })
  opener = document.activeElement && document.activeElement.dataset.key
  refill(dialog, form)
  openDialog(dialog)
  return { form, dialog }
}

/** Asks before an action that cannot be undone, or for one of several actions. */
export function question(text, actions, sayWhy) {
  const style = isBad => actions.length > 1 ? 'wide' : isBad ? 'main bad' : 'main'
  const buttons = actions.map(({ words, isBad }, place) =>
    make('button', { type: 'submit', class: style(isBad), value: String(place) }, words))
  return open(text, [], make('div', { class: 'pair' }, buttons), pressed => actions[Number(pressed ? pressed.value : 0)].go(), sayWhy)
}

function quantityField(value, changed) {
  const input = make('input', {
    type: 'number', id: 'quantity', name: 'quantity', min: '1', max: String(QUANTITY_MAX), step: '1', inputmode: 'numeric', value: String(value), oninput: () => changed(),
  })
  const step = (by, words, sign) => make('button', {
    type: 'button', 'aria-label': words, onclick: () => {
      input.value = String(Math.min(QUANTITY_MAX, Math.max(1, (Number(input.value) || 1) + by)))
      changed()
    },
  }, sign)
  const element = make('div', { class: 'field' }, make('label', { for: 'quantity' }, plain('choose.quantity')),
    make('div', { class: 'stepper' }, step(-1, plain('choose.fewer'), '−'), input, step(1, plain('choose.more'), '+')))
  return { element, get value() { return Number(input.value) }, input }
}

/** One choice of a group, or none. */
function pickOne(order, group, wanted, changed) {
  const isNeeded = group.minimum === 1
  const inputs = group.choices.map(option => make('input', {
    type: isNeeded ? 'radio' : 'checkbox', name: `option-${group.id}`, value: option.id, checked: wanted.includes(option.id),
    onchange: event => {
      if (!isNeeded) for (const input of inputs) input.checked = input === event.target && input.checked
      changed()
    },
  }))
  return {
    rows: group.choices.map((option, place) => make('label', { class: 'option' }, inputs[place], make('span', {}, named(option.name)), adds(order, option))),
    chosen: () => inputs.filter(input => input.checked).map(input => input.value), first: inputs[0],
  }
}

/** Several choices of a group, some more than once if allowed. */
function pickMany(order, group, wanted, changed) {
  const counts = group.choices.map(option => wanted.filter(id => id === option.id).length)
  const sum = () => counts.reduce((all, count) => all + count, 0)
  const rows = group.choices.map((option, place) => {
    const count = make('output', {})
    const step = (by, words, sign) => make('button', {
      type: 'button', 'aria-label': `${plain(words)}: ${option.name}`, onclick: () => {
        const isPossible = by > 0 ? sum() < group.maximum : counts[place] > 0
        if (isPossible) counts[place] += by
        changed()
      },
    }, sign)
    const [fewer, more] = [step(-1, 'choose.fewer', '−'), step(1, 'choose.more', '+')]
    return {
      row: make('div', { class: 'option many' }, make('span', {}, named(option.name)), adds(order, option), make('div', { class: 'stepper' }, fewer, count, more)), more,
      // The button stays focusable while it has no effect, and says so.
      draw: () => {
        count.textContent = String(counts[place])
        fewer.setAttribute('aria-disabled', String(counts[place] === 0))
        more.setAttribute('aria-disabled', String(sum() >= group.maximum))
      },
    }
  })
  return {
    rows: rows.map(({ row }) => row), draw: () => { for (const { draw } of rows) draw() },
    chosen: () => group.choices.flatMap((option, place) => Array(counts[place]).fill(option.id)), first: rows[0].more,
  }
}

const adds = (order, option) => units(option.price) ? make('span', { class: 'amount' }, `+${money(option.price, order.currencyCode)}`) : null

/** The options of a group, within its limits. */
function groupField(order, group, picked, changed) {
  const isSure = group.minimum === 1 && group.maximum === 1 && group.choices.length === 1
  const wanted = picked || (isSure ? [group.choices[0].id] : [])
  const why = make('p', { class: 'bad', role: 'alert' })
  const field = (group.maximum === 1 ? pickOne : pickMany)(order, group, wanted, () => update())
  const isEnough = () => field.chosen().length >= group.minimum
  const element = make('fieldset', { class: 'field' },
    make('legend', {}, named(group.name), ' ', make('small', {}, range(group))), field.rows, why)
  function update() {
    if (field.draw) field.draw()
    if (isEnough()) complain(false)
    changed()
  }
  function complain(isWrong) {
    why.textContent = isWrong ? plain('choose.required') : ''
    element.toggleAttribute('data-bad', isWrong)
    if (isWrong) field.first.focus()
  }
  return {
    id: group.id, element, chosen: field.chosen, update,
    price: () => field.chosen().reduce((sum, id) => sum + units(group.choices.find(option => option.id === id).price), 0),
    isComplete: () => isEnough() || (complain(true), false),
  }
}

/**
 * Chooses an item or changes a choice.
 * @param done receives `{item, quantity, options}`
 */
export function choose(order, item, known, done, sayWhy) {
  const picked = group => {
    const pick = known && (known.options || []).find(pick => pick.option === group.id)
    return pick ? pick.chosen : undefined
  }
  const submit = make('button', { type: 'submit', class: 'main' })
  // The first participant makes the first step of a joint item; the others follow.
  const groups = (item.joint ? item.options.slice(0, 1) : item.options || []).map(group => groupField(order, group, picked(group), () => price()))
  const quantity = quantityField(known ? known.quantity : 1, () => price())
  function price() {
    const one = units(item.price) + groups.reduce((sum, group) => sum + group.price(), 0)
    const amount = money(decimal(one * Math.max(1, quantity.value || 1), item.price), order.currencyCode)
    submit.textContent = `${plain(known ? 'choose.save' : 'choose.add')} · ${amount}`
  }
  const left = rest(order, item)
  open(named(item.name), [
    item.picture && make('img', { class: 'picture wide', src: picturePath(item.picture), alt: '', width: '408', height: '204' }),
    item.description && make('p', { class: 'detail' }, named(item.description)),
    item.joint && make('p', { class: 'detail' }, plain('menu.together')),
    left !== null && make('p', { class: 'left' }, plain('menu.left', { count: String(left) })),
    groups.map(group => group.element), item.joint ? null : quantity.element,
  ].flat().filter(Boolean), submit, async () => {
    if (!groups.every(group => group.isComplete())) return false
    const count = item.joint ? (known ? known.quantity : 1) : quantity.value
    if (!Number.isInteger(count) || count < 1 || count > QUANTITY_MAX) {
      quantity.input.focus()
      throw Object.assign(new Error('field'), { code: 'invalid_value' })
    }
    const options = Object.fromEntries(groups.filter(group => item.joint || group.chosen().length).map(group => [group.id, group.chosen()]))
    await done({ item: item.id, quantity: count, ...(Object.keys(options).length ? { options } : {}) })
  }, sayWhy)
  for (const group of groups) group.update()
  price()
}

/** The next step of a joint item: `done` receives `{group: options}`. */
export function step(order, choice, done, sayWhy) {
  const group = stepOf(order, choice)
  const submit = make('button', { type: 'submit', class: 'main' })
  const field = groupField(order, group, undefined, () => {
    submit.textContent = `${plain('choose.add')} · +${money(decimal(field ? field.price() : 0, choice.unitPrice), order.currencyCode)}`
  })
  open(named(itemOf(order, choice).name), [field.element], submit, async () => {
    if (!field.isComplete()) return false
    await done({ [group.id]: field.chosen() })
  }, sayWhy)
  field.update()
}

/** An item that is not on the menu: `done` receives `{name, price, quantity}`. */
export function free(order, known, done, sayWhy) {
  const most = order.freeItems.maximumPrice
  const name = make('input', { type: 'text', id: 'free-name', name: 'name', maxlength: '128', required: true, autocomplete: 'off', value: known && known.name })
  const price = make('input', { type: 'text', id: 'free-price', name: 'price', inputmode: 'decimal', required: true, autocomplete: 'off', value: known && known.unitPrice, 'aria-describedby': 'free-most' })
  const quantity = quantityField(known ? known.quantity : 1, () => {})
  open(plain('menu.free'), [
    make('div', { class: 'field' }, make('label', { for: 'free-name' }, plain('choose.what')), name),
    make('div', { class: 'field' }, make('label', { for: 'free-price' }, plain('choose.price')), price,
      make('p', { class: 'hint', id: 'free-most' }, plain('menu.freeUpTo', { amount: money(most, order.currencyCode) }))), quantity.element,
  ], make('button', { type: 'submit', class: 'main' }, plain(known ? 'choose.save' : 'choose.add')), async () => {
    const amount = typed(price.value, most)
    const wrong = !name.value.trim() ? name : amount === null || units(amount) > units(most) ? price : !Number.isInteger(quantity.value) || quantity.value < 1 || quantity.value > QUANTITY_MAX ? quantity.input : null
    for (const input of [name, price, quantity.input]) input.setAttribute('aria-invalid', String(input === wrong))
    if (wrong) {
      wrong.focus()
      throw Object.assign(new Error('field'), { code: 'invalid_value' })
    }
    await done({ name: name.value.trim(), price: amount, quantity: quantity.value })
  }, sayWhy)
}
