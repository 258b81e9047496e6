// Elements of the page, and changes that keep the focus. Texts are never markup.

/** An element with attributes and children; null children are omitted. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(name, value)
  }
  element.append(...something(children))
  return element
}

const something = children => children.flat(Infinity).filter(child => child || child === 0)

/** Replaces an element's children. Not `replaceChildren`, which Safari lacks before 14. */
export function refill(element, ...children) {
  element.textContent = ''
  element.append(...something(children))
}

export const byId = id => document.getElementById(id)

/** A user's text, isolated so that its direction does not affect its neighbors. */
export const named = text => make('bdi', {}, text)

/** Updates a place; the focus stays, or moves to the heading if its element is gone. */
export function patch(place, ...children) {
  const fresh = place.cloneNode(false)
  fresh.append(...something(children))
  if (fresh.innerHTML === place.innerHTML) return
  const had = place.contains(document.activeElement) ? document.activeElement : null
  const before = new Map([...place.querySelectorAll('[data-line]')].map(line => [line.dataset.line, line.textContent]))
  refill(place, ...fresh.childNodes)
  if (had) {
    const same = had.dataset.key && place.querySelector(`[data-key="${CSS.escape(had.dataset.key)}"]`)
    const section = place.closest('section')
    const next = same || section && section.querySelector('h2')
    if (next) next.focus({ preventScroll: Boolean(same) })
  }
  // Highlights new and changed lines for a moment.
  for (const line of place.querySelectorAll('[data-line]')) {
    if (before.size && before.get(line.dataset.line) !== line.textContent) line.classList.add('fresh')
  }
}

/** The element whose action has this key. */
export const keyed = key => document.querySelector(`[data-key="${CSS.escape(key)}"]`)

/** Opens a dialog above the page. Safari lacks dialogs before 15.4; there it is any element. */
export function openDialog(dialog) {
  if (dialog.showModal) return dialog.showModal()
  dialog.classList.add('above')
  for (const [name, value] of [['open', ''], ['role', 'dialog'], ['aria-modal', 'true']]) dialog.setAttribute(name, value)
  dialog.onkeydown = event => { if (event.key === 'Escape') closeDialog(dialog) }
  dialog.querySelector('button, input').focus()
}

export function closeDialog(dialog) {
  if (dialog.close) return dialog.close()
  // As a dialog does, so that the focus can return.
  if (dialog.contains(document.activeElement)) document.activeElement.blur()
  dialog.removeAttribute('open')
  dialog.dispatchEvent(new Event('close'))
}
