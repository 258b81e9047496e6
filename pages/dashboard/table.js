// A list of the API as a table, page by page, and links to the pages of its objects.

import { make, announce } from '/dashboard/dom.js'
import { get, may } from '/dashboard/server.js'

/** The resources of pages that are not named after one. */
const READS = { overview: 'payments', checkouts: 'payments', coupons: 'settings' }

export const isReadable = page => may(`${READS[page] ?? page}:read`)

/** A link to an object's page, or its text alone if the session may not open the page. */
export const linkTo = (page, id, text = id) => isReadable(page) ? make('a', { href: `#/${page}/${id}` }, text) : text

/** The links of a table's rows; undefined if the session may not open their pages. */
export const linksTo = page => isReadable(page) ? ({ id }) => `#/${page}/${id}` : undefined

/**
 * - columns: [name, row → content, class?]
 * - link: row → its target
 */
export function table(caption, columns, rows, { link, empty = 'No entries yet.' } = {}) {
  if (!rows.length) return make('p', { class: 'quiet empty' }, empty)
  const body = make('tbody', { role: 'rowgroup' }, rows.map(row => line(columns, row, link)))
  return make('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
    make('table', { role: 'table' }, make('caption', { class: 'hidden' }, caption),
      make('thead', { role: 'rowgroup' }, make('tr', { role: 'row' }, columns.map(([name, , kind]) => make('th', { scope: 'col', role: 'columnheader', class: kind }, name)))), body))
}

// A phone shows each row as a card, in which `data-name` names the value. The layout would take the
// roles of a table from its elements, so each has its own.
const line = (columns, row, link) => make('tr', { role: 'row' }, columns.map(([name, content, kind], index) =>
  make('td', { class: kind, role: 'cell', 'data-name': name }, link && index === 0 ? make('a', { href: link(row) }, content(row)) : content(row))))

/** The first page of a list, with a button for each next page. */
export async function list(caption, columns, path, query, options = {}) {
  const { data, nextCursor } = await get(path, query)
  const whole = make('div', { class: 'list' }, table(caption, columns, data, options))
  const more = cursor => {
    if (!cursor) return
    const button = make('button', { type: 'button', onclick: async () => {
      button.disabled = true
      const page = await get(path, { ...query, after: cursor }).catch(refused => announce(refused.message))
      button.disabled = false
      if (!page) return
      const rows = page.data.map(row => line(columns, row, options.link))
      whole.querySelector('tbody').append(...rows)
      button.remove()
      more(page.nextCursor)
      rows[0]?.querySelector('a, button')?.focus()
    } }, 'More')
    whole.append(button)
  }
  more(nextCursor)
  return whole
}

/** Filters above a list, stored in the URL. */
export function filters(fields, chosen, go) {
  const form = make('form', { class: 'filters', onchange: () => go(values()), onsubmit: event => { event.preventDefault(); go(values()) } },
    fields.map(({ name, label, options, ...rest }) => make('label', {}, make('span', {}, label),
      options ? make('select', { name }, options.map(([value, text]) => make('option', { value, selected: (chosen[name] ?? '') === value }, text)))
        : make('input', { name, value: chosen[name] ?? '', autocomplete: 'off', ...rest }))))
  const values = () => Object.fromEntries([...new FormData(form)].filter(([, value]) => value.trim() !== '').map(([name, value]) => [name, value.trim()]))
  return form
}
