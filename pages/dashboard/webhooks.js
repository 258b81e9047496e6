// Webhook endpoints, their deliveries, and repeated deliveries.

import { facts, make, tag, time, words } from '/dashboard/dom.js'
import { afterwards, confirm, dialog, isMade, reveal } from '/dashboard/forms.js'
import { ask, get, mayWrite } from '/dashboard/server.js'
import { filters, list, table } from '/dashboard/table.js'

const state = ({ disabled, failingSince }) => disabled ? tag('disabled') : failingSince ? tag('failed', 'Failing') : tag('active')
const types = text => text?.split(/[\s,]+/).filter(Boolean)

const SIGNS = 'It is shown this once: your server checks by it that a delivery is ours.'

async function open(again) {
  const made = await dialog({
    title: 'New endpoint', button: 'Add it', fields: [
      { name: 'url', label: 'Address', required: true, kind: 'url', placeholder: 'https://shop.example/paysheet' },
      { name: 'eventTypes', label: 'Types of events', kind: 'lines', hint: 'One a line, such as checkout.captured; left empty, all of them' },
      { name: 'description', label: 'Description', hint: 'Optional' }],
    submit: ({ url, eventTypes, description }, key) => ask('POST', '/webhook-endpoints', { key, body: { url, eventTypes: types(eventTypes), description } }),
  })
  if (!isMade(made, again)) return
  await reveal('The signing secret', made.secret, SIGNS, 'Make a new secret at its page.')
  location.hash = `#/webhooks/${made.id}`
}

export async function webhooks(place, { again }) {
  const rows = await list('Endpoints', [
    ['Address', ({ url }) => url, 'wide'], ['State', state], ['Events', ({ eventTypes }) => eventTypes ? eventTypes.join(', ') : 'all', 'wide'], ['Added', ({ createdAt }) => time(createdAt)],
  ], '/webhook-endpoints', {}, { link: ({ id }) => `#/webhooks/${id}`, empty: 'No endpoint yet: add one, and events come to your server by themselves.' })
  place.replaceChildren(make('div', { class: 'title' }, make('h1', {}, 'Webhooks'), mayWrite() && make('button', { type: 'button', class: 'primary', onclick: () => open(again) }, 'New endpoint')), rows)
}

const answer = ({ status, failure } = {}) => status ?? (failure ? words(failure) : '–')
const again = (endpoint, event, then) => confirm({
  title: 'Deliver it again?', button: 'Redeliver', path: `/webhook-endpoints/${endpoint}/deliveries/${event}/redeliver`, text: 'The same event, with the same identifier, is sent at once.',
}).then(afterwards(() => 'It is on its way.', then))

export async function endpoint(place, { id, query, go, again: reload }) {
  const path = `/webhook-endpoints/${id}`
  const [one, rows] = await Promise.all([get(path), list('Deliveries', [
    ['Event', ({ type }) => type, 'wide'], ['State', row => tag(row.state)], ['Answer', ({ lastAttempt }) => answer(lastAttempt)],
    ['Tries', ({ attemptCount }) => String(attemptCount), 'number'], ['When', ({ createdAt }) => time(createdAt)],
    ['', ({ event, type }) => mayWrite() ? make('button', { type: 'button', 'aria-label': `Redeliver ${type} ${event}`, onclick: () => again(id, event, reload) }, 'Redeliver') : ''],
  ], `${path}/deliveries`, { state: query.state }, { link: ({ event }) => `#/webhooks/${id}/${event}`, empty: 'No delivery is like that.' })])
  const change = (name, options) => make('button', { type: 'button', onclick: () => confirm(options).then(
    afterwards(() => 'The endpoint was changed.', options.method === 'DELETE' ? () => { location.hash = '#/webhooks' } : reload)) }, name)
  const rotate = async () => {
    const made = await confirm({ path: `${path}/rotate-secret`, title: 'Make a new secret?', button: 'Make it', text: 'The old one signs too for a day, so that your server can change over.' })
    if (made) await reveal('The signing secret', made.secret, SIGNS, 'Make another.')
    if (made !== undefined) reload()
  }
  place.replaceChildren(make('p', {}, make('a', { href: '#/webhooks' }, 'Webhooks')),
    make('div', { class: 'title' }, make('h1', {}, one.url, ' ', state(one)), make('div', { class: 'buttons' }, mayWrite() ? [
      one.disabled ? change('Enable', { method: 'PATCH', path, body: { disabled: false }, title: 'Enable the endpoint?', button: 'Enable', text: 'Events from now on are delivered to it.' })
        : change('Disable', { method: 'PATCH', path, body: { disabled: true }, title: 'Disable the endpoint?', danger: true, button: 'Disable', text: 'Nothing is delivered to it until it is enabled.' }),
      make('button', { type: 'button', onclick: rotate }, 'New secret'),
      change('Delete', { method: 'DELETE', path, title: 'Delete the endpoint?', danger: true, button: 'Delete', text: 'Its deliveries are no longer shown.' })] : [])),
    facts([['Identifier', make('code', {}, one.id)], ['Description', one.description], ['Events', one.eventTypes ? one.eventTypes.join(', ') : 'all'],
      ['Failing since', one.failingSince && time(one.failingSince)],
      ['Paused until', one.pausedUntil && time(one.pausedUntil)], ['Disabled because', one.disabledBecause && words(one.disabledBecause)], ['Added', time(one.createdAt)]]),
    make('h2', {}, 'Deliveries'),
    filters([{ name: 'state', label: 'State', options: [['', 'Any'], ['pending', 'Pending'], ['delivered', 'Delivered'], ['failed', 'Failed'], ['dropped', 'Dropped']] }], query, go), rows)
}

export async function delivery(place, { id, part: event, again: reload }) {
  const [one, happened] = await Promise.all([get(`/webhook-endpoints/${id}/deliveries/${event}`), get(`/events/${event}`).catch(() => null)])
  place.replaceChildren(make('p', {}, make('a', { href: '#/webhooks' }, 'Webhooks'), ' / ', make('a', { href: `#/webhooks/${id}` }, 'Endpoint')),
    make('div', { class: 'title' }, make('h1', {}, one.type, ' ', tag(one.state)), mayWrite() && make('button', { type: 'button', class: 'primary', onclick: () => again(id, event, reload) }, 'Redeliver')),
    facts([['Event', make('code', {}, one.event)], ['Made', time(one.createdAt)], ['Next try', one.nextAt && time(one.nextAt)], ['Ended', one.endedAt && time(one.endedAt)]]),
    make('h2', {}, 'Tries'), table('Tries', [['Try', ({ number }) => String(number)], ['Answer', row => answer(row)], ['Took', ({ milliseconds }) => `${milliseconds} ms`, 'number'], ['When', ({ at }) => time(at)]], one.attempts, { empty: 'Not tried yet.' }),
    ...(happened ? [make('h2', {}, 'What was sent'), make('pre', { tabindex: '0' }, JSON.stringify(happened, null, 2))] : []))
}
