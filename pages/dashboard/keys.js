// Keys: created, rotated with an overlap, revoked.

import { make, tag, time, words } from '/dashboard/dom.js'
import { afterwards, confirm, dialog, isMade, reveal } from '/dashboard/forms.js'
import { ask, mayWrite, session } from '/dashboard/server.js'
import { list } from '/dashboard/table.js'

const works = ({ revokedAt, expiresAt }) => !revokedAt && !(expiresAt && Date.parse(expiresAt) <= Date.now())
const state = row => row.revokedAt ? tag('revoked') : !works(row) ? tag('expired') : row.expiresAt ? ['until ', time(row.expiresAt)] : tag('active')
const kind = row => row.kind === 'secret' ? `Secret, ${row.scope === 'write' ? 'reads and writes' : 'reads only'}` : 'Publishable'
const ONCE = 'The key is shown only once: store it where only your server can read it.'

async function issue(again) {
  const made = await dialog({
    title: 'New key', button: 'Create', fields: [{ name: 'kind', label: 'Kind', options: [['secret', 'Secret: for your server'], ['publishable', 'Publishable: for pages']] },
      { name: 'scope', label: 'Scope of a secret key', options: [['write', 'Read and write'], ['read', 'Read only']] }],
    submit: ({ kind: which, scope }, key) => ask('POST', '/keys', { key, body: which === 'secret' ? { kind: which, scope } : { kind: which } }),
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
    ['Key', ({ hint, id }) => [make('code', {}, `…${hint}`), id === session.now.key.id ? ' (this session)' : ''], 'wide'], ['Kind', kind], ['State', state], ['Created', ({ createdAt }) => time(createdAt)],
    ['', row => mayWrite() && works(row) ? make('div', { class: 'buttons' },
      make('button', { type: 'button', 'aria-label': `Rotate the key that ends in ${row.hint}`, onclick: () => rotate(row, again) }, 'Rotate'),
      make('button', { type: 'button', 'aria-label': `Revoke the key that ends in ${row.hint}`, onclick: () => revoke(row, again) }, 'Revoke')) : ''],
  ], '/keys', {}, {})
  place.replaceChildren(make('div', { class: 'title' }, make('h1', {}, words('keys')), mayWrite() && make('button', { type: 'button', class: 'primary', onclick: () => issue(again) }, 'New key')), rows)
}
