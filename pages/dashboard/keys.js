// Keys: created, rotated with an overlap, revoked.

import { make, tag, time, words } from '/dashboard/dom.js'
import { afterwards, confirm, dialog, isMade, reveal } from '/dashboard/forms.js'
import { ask, may, session } from '/dashboard/server.js'
import { list } from '/dashboard/table.js'

const works = ({ revokedAt, expiresAt }) => !revokedAt && !(expiresAt && Date.parse(expiresAt) <= Date.now())
const state = row => row.revokedAt ? tag('revoked') : !works(row) ? tag('expired') : row.expiresAt ? ['until ', time(row.expiresAt)] : tag('active')
const SCOPES = { write: 'reads and writes everything', read: 'reads everything' }
const kind = row => row.kind === 'secret' ? `Secret, ${SCOPES[row.scope] ?? row.scopes.map(scopeName).join(', ')}` : 'Publishable'
/** `shared_orders:write` → `Shared orders: read and write` */
const scopeName = scope => `${words(scope.split(':')[0])}: ${scope.endsWith(':write') ? 'read and write' : 'read'}`
/** The resources of the session: its key gives only scopes that it has itself. */
const resources = () => [...new Set(session.now.key.scopes.map(scope => scope.split(':')[0]))]
const levels = resource => [['', 'None'], ...['read', 'write'].filter(level => may(`${resource}:${level}`)).map(level => [`${resource}:${level}`, level === 'read' ? 'Read' : 'Read and write'])]
const ONCE = 'The key is shown only once: store it where only your server can read it.'

const KINDS = [
  ['write', 'Secret: reads and writes everything'], ['read', 'Secret: reads everything'], ['restricted', 'Secret: limited to some scopes'], ['publishable', 'Publishable: for pages'],
]
const mayGive = scope => session.now.key.scope === 'write' || session.now.key.scope === scope
/** True if the session may rotate and revoke the key: its scopes include those of the key. */
const mayChange = row => may('keys:write') && (row.kind === 'publishable' || (row.scopes ? row.scopes.every(may) : mayGive(row.scope)))
/** The restricted key has the scopes that were chosen for the resources. */
const body = ({ kind: which, name, ...scopes }) => which === 'publishable' ? { kind: which, name }
  : which === 'restricted' ? { kind: 'secret', name, scopes: Object.values(scopes) } : { kind: 'secret', name, scope: which }

async function issue(again) {
  const made = await dialog({
    title: 'New key', button: 'Create', fields: [
      { name: 'name', label: 'Name', maxlength: 100, hint: 'For example the program that will have the key.' },
      { name: 'kind', label: 'Kind', options: KINDS.filter(([which]) => !['read', 'write'].includes(which) || mayGive(which)), pointers: ['/kind', '/scope', '/scopes'] },
      ...resources().map(resource => ({ name: resource, label: words(resource), options: levels(resource), when: ['kind', 'restricted'], pointers: [] })),
    ],
    submit: (values, key) => ask('POST', '/keys', { key, body: body(values) }),
  })
  if (!isMade(made, again)) return
  await reveal('New key', made.secret, made.kind === 'secret' ? ONCE : 'Web pages may contain this key.', `Revoke the key that ends in ${made.hint}, and create another one.`)
  again()
}

async function rotate(row, again) {
  const made = await dialog({
    title: `Rotate the key that ends in ${row.hint}?`, button: 'Rotate', text: 'Creates a new key. The old key stays valid for a while, so that your server can switch.',
    fields: [{ name: 'overlap', label: 'The old key stays valid for', pointers: ['/overlapSeconds'], options: [['86400', 'a day'], ['3600', 'an hour'], ['604800', 'a week']] }],
    submit: ({ overlap }, key) => ask('POST', `/keys/${row.id}/rotate`, { key, body: { overlapSeconds: Number(overlap) } }),
  })
  if (!isMade(made, again)) return
  await reveal('New key', made.secret, ONCE, `Revoke the key that ends in ${made.hint}, and create another one. The old key still works.`)
  again()
}

const revoke = (row, again) => confirm({
  method: 'DELETE', path: `/keys/${row.id}`, danger: true, button: 'Revoke', title: `Revoke the key that ends in ${row.hint}?`,
  text: ['The key stops working immediately.', row.id === session.now.key.id && 'You are signed in with this key: revoking it signs you out.'],
}).then(afterwards(() => 'The key was revoked.', again))

export async function keys(place, { again }) {
  const rows = await list('Keys', [
    ['Key', ({ name, hint, id }) => [name && `${name} `, make('code', {}, `…${hint}`), id === session.now.key.id ? ' (this session)' : ''].filter(Boolean), 'wide'], ['Kind', kind], ['State', state],
    ['Last used', ({ lastUsedAt }) => lastUsedAt ? time(lastUsedAt) : 'Never'], ['Created', ({ createdAt }) => time(createdAt)],
    ['', row => mayChange(row) && works(row) ? make('div', { class: 'buttons' },
      make('button', { type: 'button', 'aria-label': `Rotate the key that ends in ${row.hint}`, onclick: () => rotate(row, again) }, 'Rotate'),
      make('button', { type: 'button', 'aria-label': `Revoke the key that ends in ${row.hint}`, onclick: () => revoke(row, again) }, 'Revoke')) : ''],
  ], '/keys', {}, {})
  place.replaceChildren(make('div', { class: 'title' }, make('h1', {}, words('keys')), may('keys:write') && make('button', { type: 'button', class: 'primary', onclick: () => issue(again) }, 'New key')), rows)
}
