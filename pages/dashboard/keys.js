// Keys: created, rotated with an overlap, revoked.

import { make, tag, time, words } from '/dashboard/dom.js'
import { afterwards, confirm, dialog, isMade, reveal } from '/dashboard/forms.js'
import { ask, mayWrite, session } from '/dashboard/server.js'
import { list } from '/dashboard/table.js'

const works = ({ revokedAt, expiresAt }) => !revokedAt && !(expiresAt && Date.parse(expiresAt) <= Date.now())
const state = row => row.revokedAt ? tag('revoked') : !works(row) ? tag('expired') : row.expiresAt ? ['until ', time(row.expiresAt)] : tag('active')
const kind = row => row.kind === 'secret' ? `Secret, ${row.scope === 'write' ? 'reads and writes' : 'reads only'}` : 'Publishable'
const ONCE = 'It is shown this once: keep it where your server finds it, and nobody else.'

async function issue(again) {
  const made = await dialog({
    title: 'New key', button: 'Make it', fields: [{ name: 'kind', label: 'Kind', options: [['secret', 'Secret: for your server'], ['publishable', 'Publishable: for pages']] },
      { name: 'scope', label: 'A secret key may', options: [['write', 'read and write'], ['read', 'read only']] }],
    submit: ({ kind: which, scope }, key) => ask('POST', '/keys', { key, body: which === 'secret' ? { kind: which, scope } : { kind: which } }),
  })
  if (!isMade(made, again)) return
  await reveal('The new key', made.secret, made.kind === 'secret' ? ONCE : 'Any page may show it.', `Revoke the key that ends in ${made.hint}, and make another.`)
  again()
}

async function rotate(row, again) {
  const made = await dialog({
    title: `Rotate the key that ends in ${row.hint}?`, button: 'Rotate', text: 'A new key is made. The old one works on for a while, so that your server can change over.',
    fields: [{ name: 'overlap', label: 'The old one works on for', pointers: ['/overlapSeconds'], options: [['86400', 'a day'], ['3600', 'an hour'], ['604800', 'a week']] }],
    submit: ({ overlap }, key) => ask('POST', `/keys/${row.id}/rotate`, { key, body: { overlapSeconds: Number(overlap) } }),
  })
  if (!isMade(made, again)) return
  await reveal('The new key', made.secret, ONCE, `Revoke the key that ends in ${made.hint}, and make another; the old one still works.`)
  again()
}

const revoke = (row, again) => confirm({
  method: 'DELETE', path: `/keys/${row.id}`, danger: true, button: 'Revoke', title: `Revoke the key that ends in ${row.hint}?`,
  text: ['It stops working at once, everywhere.', row.id === session.now.key.id && 'You are signed in with it: you will be signed out.'],
}).then(afterwards(() => 'The key was revoked.', again))

export async function keys(place, { again }) {
  const rows = await list('Keys', [
    ['Key', ({ hint, id }) => [make('code', {}, `…${hint}`), id === session.now.key.id ? ' (this session)' : ''], 'wide'], ['Kind', kind], ['State', state], ['Made', ({ createdAt }) => time(createdAt)],
    ['', row => mayWrite() && works(row) ? make('div', { class: 'buttons' },
      make('button', { type: 'button', 'aria-label': `Rotate the key that ends in ${row.hint}`, onclick: () => rotate(row, again) }, 'Rotate'),
      make('button', { type: 'button', 'aria-label': `Revoke the key that ends in ${row.hint}`, onclick: () => revoke(row, again) }, 'Revoke')) : ''],
  ], '/keys', {}, {})
  place.replaceChildren(make('div', { class: 'title' }, make('h1', {}, words('keys')), mayWrite() && make('button', { type: 'button', class: 'primary', onclick: () => issue(again) }, 'New key')), rows)
}
