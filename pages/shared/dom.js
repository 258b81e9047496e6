// Elements of the page, and how they change without taking the focus away. Texts are texts, never markup.

/** An element with attributes and children; what is nothing is left out. */
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

export const byId = id => document.getElementById(id)

/** What somebody else has written: whichever way it runs, what stands beside it stays where it is. */
export const named = text => make('bdi', {}, text)

/** Shows what is new in a place; the focus stays where it was, or comes to the heading when that is gone. */
export function patch(place, ...children) {
  const fresh = place.cloneNode(false)
  fresh.append(...something(children))
  if (fresh.innerHTML === place.innerHTML) return
  const had = place.contains(document.activeElement) ? document.activeElement : null
  const before = new Map([...place.querySelectorAll('[data-line]')].map(line => [line.dataset.line, line.textContent]))
  place.replaceChildren(...fresh.childNodes)
  if (had) {
    const same = had.dataset.key && place.querySelector(`[data-key="${CSS.escape(had.dataset.key)}"]`)
    const next = same || place.closest('section')?.querySelector('h2')
    next?.focus({ preventScroll: Boolean(same) })
  }
  // What has come or changed is seen for a moment.
  for (const line of place.querySelectorAll('[data-line]')) {
    if (before.size && before.get(line.dataset.line) !== line.textContent) line.classList.add('fresh')
  }
}
