// Webhook endpoints, their deliveries, and repeated deliveries.

import { facts, make, tag, time, words } from '/dashboard/dom.js'
import { afterwards, confirm, dialog, isMade, reveal } from '/dashboard/forms.js'
import { ask, get, may } from '/dashboard/server.js'
import { filters, list, table } from '/dashboard/table.js'

const state = ({ disabled, failingSince }) => disabled ? tag('disabled') : failingSince ? tag('failed', 'Failing') : tag('active')
const types = text => text?.split(/[\s,]+/).filter(Boolean)

const SIGNS = 'The secret is shown only once. Your server verifies the signature of each delivery with it.'

async function open(again) {
  const made = await dialog({
    title: 'New endpoint', button: 'Add endpoint', fields: [
      { name: 'url', label: 'Address', required: true, kind: 'url', placeholder: 'https://shop.example/paysheet' },
      { name: 'eventTypes', label: 'Event types', kind: 'lines', hint: 'One per line, such as checkout.captured. Empty means all types.' },
      { name: 'description', label: 'Description', hint: 'Optional' }],
    submit: ({ url, eventTypes, description }, key) => ask('POST', '/webhook-endpoints', { key, body: { url, eventTypes: types(eventTypes), description } }),
  })
  if (!isMade(made, again)) return
  await reveal('Signing secret', made.secret, SIGNS, 'Create a new secret on the page of the endpoint.')
  location.hash = `#/webhooks/${made.id}`
}

export async function webhooks(place, { again }) {
  const rows = await list('Endpoints', [
    ['Address', ({ url }) => url, 'wide'], ['State', state], ['Events', ({ eventTypes }) => eventTypes ? eventTypes.join(', ') : 'all', 'wide'], ['Added', ({ createdAt }) => time(createdAt)],
  ], '/webhook-endpoints', {}, { link: ({ id }) => `#/webhooks/${id}`, empty: 'No endpoints yet. Add one to receive events on your server.' })
  place.replaceChildren(make('div', { class: 'title' }, make('h1', {}, 'Webhooks'), may('webhooks:write') && make('button', { type: 'button', class: 'primary', onclick: () => open(again) }, 'New endpoint')), rows)
}

const answer = ({ status, failure } = {}) => status ?? (failure ? words(failure) : '–')
const again = (endpoint, event, then) => confirm({
  title: 'Redeliver this event?', button: 'Redeliver', path: `/webhook-endpoints/${endpoint}/deliveries/${event}/redeliver`, text: 'Sends the same event again, with the same identifier.',
}).then(afterwards(() => 'The event will be delivered again.', then))

export async function endpoint(place, { id, query, go, again: reload }) {
  const path = `/webhook-endpoints/${id}`
  const [one, rows] = await Promise.all([get(path), list('Deliveries', [
    ['Event', ({ type }) => type, 'wide'], ['State', row => tag(row.state)], ['Response', ({ lastAttempt }) => answer(lastAttempt)],
    ['Attempts', ({ attemptCount }) => String(attemptCount), 'number'], ['Created', ({ createdAt }) => time(createdAt)],
    ['', ({ event, type }) => may('webhooks:write') ? make('button', { type: 'button', 'aria-label': `Redeliver ${type} ${event}`, onclick: () => again(id, event, reload) }, 'Redeliver') : ''],
  ], `${path}/deliveries`, { state: query.state }, { link: ({ event }) => `#/webhooks/${id}/${event}`, empty: 'No deliveries match this search.' })])
  const change = (name, options) => make('button', { type: 'button', onclick: () => confirm(options).then(
    afterwards(() => 'The endpoint was changed.', options.method === 'DELETE' ? () => { location.hash = '#/webhooks' } : reload)) }, name)
  const rotate = async () => {
    const made = await confirm({ path: `${path}/rotate-secret`, title: 'Create a new secret?', button: 'Create', text: 'For one day, deliveries are signed with both secrets, so that your server can switch.' })
    if (made) await reveal('Signing secret', made.secret, SIGNS, 'Create another one.')
    if (made !== undefined) reload()
  }
  place.replaceChildren(make('p', {}, make('a', { href: '#/webhooks' }, 'Webhooks')),
    make('div', { class: 'title' }, make('h1', {}, one.url, ' ', state(one)), make('div', { class: 'buttons' }, may('webhooks:write') ? [
      one.disabled ? change('Enable', { method: 'PATCH', path, body: { disabled: false }, title: 'Enable the endpoint?', button: 'Enable', text: 'The endpoint receives new events from now on.' })
        : change('Disable', { method: 'PATCH', path, body: { disabled: true }, title: 'Disable the endpoint?', danger: true, button: 'Disable', text: 'The endpoint receives no events until you enable it.' }),
      make('button', { type: 'button', onclick: rotate }, 'New secret'),
      change('Delete', { method: 'DELETE', path, title: 'Delete the endpoint?', danger: true, button: 'Delete', text: 'The endpoint receives no more events, and its deliveries can no longer be viewed.' })] : [])),
    facts([['Identifier', make('code', {}, one.id)], ['Description', one.description], ['Events', one.eventTypes ? one.eventTypes.join(', ') : 'all'],
      ['Failing since', one.failingSince && time(one.failingSince)],
      ['Paused until', one.pausedUntil && time(one.pausedUntil)], ['Reason for disabling', one.disabledBecause && words(one.disabledBecause)], ['Added', time(one.createdAt)]]),
    make('h2', {}, 'Deliveries'),
    filters([{ name: 'state', label: 'State', options: [['', 'Any'], ['pending', 'Pending'], ['delivered', 'Delivered'], ['failed', 'Failed'], ['dropped', 'Dropped']] }], query, go), rows)
}

export async function delivery(place, { id, part: event, again: reload }) {
  const [one, happened] = await Promise.all([get(`/webhook-endpoints/${id}/deliveries/${event}`), get(`/events/${event}`).catch(() => null)])
  place.replaceChildren(make('p', {}, make('a', { href: '#/webhooks' }, 'Webhooks'), ' / ', make('a', { href: `#/webhooks/${id}` }, 'Endpoint')),
    make('div', { class: 'title' }, make('h1', {}, one.type, ' ', tag(one.state)), may('webhooks:write') && make('button', { type: 'button', class: 'primary', onclick: () => again(id, event, reload) }, 'Redeliver')),
    facts([['Event', make('code', {}, one.event)], ['Created', time(one.createdAt)], ['Next attempt', one.nextAt && time(one.nextAt)], ['Ended', one.endedAt && time(one.endedAt)]]),
    make('h2', {}, 'Attempts'), table('Attempts', [['Attempt', ({ number }) => String(number)], ['Response', row => answer(row)], ['Duration', ({ milliseconds }) => `${milliseconds} ms`, 'number'], ['Time', ({ at }) => time(at)]], one.attempts, { empty: 'No attempts yet.' }),
    ...(happened ? [make('h2', {}, 'Payload'), make('pre', { tabindex: '0' }, JSON.stringify(happened, null, 2))] : []))
}
