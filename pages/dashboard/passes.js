// Pass types, and the log lines that phones with their passes have sent.

import { count, make, time } from '/dashboard/dom.js'
import { get } from '/dashboard/server.js'
import { table } from '/dashboard/table.js'

// A merchant has twenty at most.
const TYPES = { limit: 100 }

/** The line that stands for further kinds has no text. */
const words = ({ message }) => message || make('span', { class: 'quiet' }, 'Other lines, of more kinds than are told apart')

/** For passes or for orders. */
const nameOf = type => type.passTypeIdentifier ?? type.orderTypeIdentifier

const section = (type, kinds) => make('section', { 'aria-labelledby': type.id },
  make('h2', { id: type.id }, nameOf(type)),
  table(`What phones wrote of ${nameOf(type)}`, [
    ['What phones wrote', words, 'words'], ['Lines', ({ lines }) => count(lines), 'number'], ['First', ({ firstAt }) => time(firstAt)], ['Last', ({ lastAt }) => time(lastAt)],
  ], kinds, { empty: 'No phone has written anything about these passes. Phones write when something goes wrong.' }))

export async function passes(place) {
  const { data: types } = await get('/pass-types', TYPES)
  const logs = await Promise.all(types.map(({ id }) => get(`/pass-types/${id}/log`)))
  place.replaceChildren(make('h1', {}, 'Passes'),
    make('p', { class: 'quiet' }, 'What phones wrote home about your passes, without names. A phone tells nobody else that an answer was wrong. Anybody may write such lines.'),
    ...types.map((type, index) => section(type, logs[index].data)),
    ...(types.length ? [] : [make('p', { class: 'quiet empty' }, 'No pass type yet, and no phone has written anything. Pass types are opened over the API.')]))
}
