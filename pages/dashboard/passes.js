// Pass types, and the log lines that phones with their passes have sent.

import { count, make, time } from '/dashboard/dom.js'
import { get } from '/dashboard/server.js'
import { table } from '/dashboard/table.js'

// A merchant has twenty at most.
const TYPES = { limit: 100 }

/** The line that stands for further kinds has no text. */
const words = ({ message }) => message || make('span', { class: 'quiet' }, 'All further kinds of log lines')

/** For passes or for orders. */
const nameOf = type => type.passTypeIdentifier ?? type.orderTypeIdentifier

const section = (type, kinds) => make('section', { 'aria-labelledby': type.id },
  make('h2', { id: type.id }, nameOf(type)),
  table(`Log lines about ${nameOf(type)}`, [
    ['Log line', words, 'words'], ['Count', ({ lines }) => count(lines), 'number'], ['First', ({ firstAt }) => time(firstAt)], ['Last', ({ lastAt }) => time(lastAt)],
  ], kinds, { empty: 'No log lines about these passes. Phones send them when something goes wrong.' }))

export async function passes(place) {
  const { data: types } = await get('/pass-types', TYPES)
  const logs = await Promise.all(types.map(({ id }) => get(`/pass-types/${id}/log`)))
  place.replaceChildren(make('h1', {}, 'Passes'),
    make('p', { class: 'quiet' }, 'Log lines that phones sent about your passes, without identifying data. Only these lines show that a phone rejected a response. They are not authenticated, so they may be forged.'),
    ...types.map((type, index) => section(type, logs[index].data)),
    ...(types.length ? [] : [make('p', { class: 'quiet empty' }, 'No pass types yet. Create them with the API.')]))
}
