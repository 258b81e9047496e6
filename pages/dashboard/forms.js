// Dialogs that ask before a change, and show the server's errors at their fields.

import { make, announce } from '/dashboard/dom.js'
import { ask, REPLAYED } from '/dashboard/server.js'

function entry(field) {
  const { name, label, kind = 'text', options, hint, when, ...rest } = field
  const id = `field-${name}`
  const described = { id, name, 'aria-describedby': `${id}-bad ${id}-hint`, ...rest }
  const control = options ? make('select', described, options.map(([value, text]) => make('option', { value, selected: value === rest.value }, text)))
    : kind === 'lines' ? make('textarea', { rows: 3, spellcheck: 'false', ...described }, rest.value ?? '')
      : make('input', { type: kind, autocomplete: 'off', ...described, checked: kind === 'checkbox' && rest.value === true })
  const head = make('label', { for: id }, label)
  return make('div', { class: kind === 'checkbox' ? 'field check' : 'field', hidden: Boolean(when) },
    kind === 'checkbox' ? [control, head] : [head, control],
    hint && make('p', { class: 'quiet', id: `${id}-hint` }, hint), make('p', { class: 'bad', id: `${id}-bad`, hidden: true }))
}

export const fieldsOf = fields => fields.map(entry)

/** Shows the fields that depend on the value of another one: `when: ['kind', 'restricted']`. */
function showDependent(form, fields) {
  for (const { name, when } of fields) if (when) form.elements[name].closest('.field').hidden = form.elements[when[0]].value !== when[1]
}

/** The values of a form's fields, as typed; empty and hidden fields are omitted. */
export function valuesOf(form, fields) {
  const values = {}
  for (const { name, kind } of fields) {
    const control = form.elements[name]
    if (control.closest('.field').hidden) continue
    if (kind === 'checkbox') values[name] = control.checked
    else if (control.value.trim() !== '') values[name] = control.value.trim()
  }
  return values
}

/** Shows each error at its field, others above the button. */
export function showErrors(form, fields, refused) {
  const rest = []
  for (const { name } of fields) setError(form, name, '')
  for (const { pointer, detail } of refused.errors ?? []) {
    const field = fields.find(({ name, pointers = [`/${name}`] }) => pointers.some(one => pointer === one || pointer.startsWith(`${one}/`)))
    if (!field) rest.push(`${pointer} ${detail}`)
    else setError(form, field.name, pointer === `/${field.name}` ? detail : `${pointer}: ${detail}`)
  }
  const alert = form.querySelector('[role=alert]')
  alert.textContent = rest.length ? rest.join('; ') : refused.errors?.length ? '' : refused.message
  form.querySelector('[aria-invalid=true]')?.focus()
}

function setError(form, name, text) {
  const control = form.elements[name]
  const place = form.querySelector(`#field-${name}-bad`)
  control.setAttribute('aria-invalid', String(text !== ''))
  place.textContent = text && place.textContent ? `${place.textContent}; ${text}` : text
  place.hidden = text === ''
}

/**
 * The outcome is unknown: a lost connection, a server error, or the same request still in progress.
 */
const isUnknown = ({ status, code }) => status === 0 || status >= 500 || code === 'idempotency_key_in_flight'
const UNKNOWN = 'The server may have done this already. Press the button again: the server does it only once.'
const OTHERS = 'Another change was made since this page was loaded. Close this dialog and check the amounts.'

/**
 * Opens a dialog and resolves with the result of `submit`, with null if the outcome is unknown, or
 * with undefined if the user closed it.
 *
 * One Idempotency-Key covers repeated presses and lost connections. For an action on a displayed
 * object the key contains the displayed state (`seen`): two windows with the same state act once,
 * and an outdated one does not act.
 */
export function dialog({ title, text, fields = [], button = 'Save', danger = false, seen, submit }) {
  if (document.querySelector('dialog[open]')) return Promise.resolve()
  return new Promise(resolve => {
    let key = seen ? `dashboard.${seen}` : crypto.randomUUID()
    let state = 'open'
    let asked = null
    const opener = document.activeElement
    const done = result => {
      state = 'closed'
      box.close()
      box.remove()
      opener?.focus()
      resolve(result)
    }
    const leave = () => {
      if (state === 'open') done()
      else if (state === 'unknown') done(null)
    }
    const send = make('button', { type: 'submit', class: danger ? 'danger' : 'primary' }, button)
    const close = make('button', { type: 'button', onclick: leave }, 'Close')
    const form = make('form', { novalidate: true },
      make('h2', { id: 'dialog-title' }, title), [text].flat().filter(Boolean).map(part => make('p', {}, part)), fieldsOf(fields),
      make('p', { class: 'bad', role: 'alert' }), make('p', { class: 'buttons' }, close, submit && send))
    const box = make('dialog', { 'aria-labelledby': 'dialog-title', oncancel: event => { event.preventDefault(); leave() } }, form)
    // A page can prevent closing once: a second Escape closes the dialog in any case.
    box.addEventListener('close', () => {
      if (state === 'sending') box.showModal()
      else leave()
    })
    box.closeUnlessSending = leave
    const enter = next => {
      state = next
      send.disabled = close.disabled = next === 'sending'
      for (const { name } of fields) form.elements[name].disabled = next !== 'open'
    }
    form.addEventListener('change', () => showDependent(form, fields))
    showDependent(form, fields)
    form.addEventListener('submit', async event => {
      event.preventDefault()
      if (state !== 'open' && state !== 'unknown') return
      // A request that may have succeeded is repeated unchanged.
      asked ??= valuesOf(form, fields)
      enter('sending')
      try {
        done(await submit(asked, key))
      } catch (refused) {
        if (isUnknown(refused) || refused.code === 'idempotency_key_reused') {
          enter('unknown')
          const isOthers = refused.code === 'idempotency_key_reused'
          send.disabled = isOthers
          return showErrors(form, fields, { message: isOthers ? OTHERS : `${refused.status === 0 ? '' : `${refused.message} `}${UNKNOWN}` })
        }
        // The request failed, so the next one is new.
        enter('open')
        asked = null
        if (!seen) key = crypto.randomUUID()
        showErrors(form, fields, refused)
      }
    })
    document.body.append(box)
    box.showModal()
  })
}

/** Leaving the page closes the dialog. */
export const closeDialog = () => document.querySelector('dialog[open]')?.closeUnlessSending?.()

/** A confirmation that sends one request. */
export const confirm = ({ method = 'POST', path, body, ...rest }) => dialog({
  ...rest, submit: async (values, key) => {
    const answer = await ask(method, path, { body: typeof body === 'function' ? body(values) : body, key: method === 'POST' ? key : undefined })
    return answer ?? {}
  },
})

/** Announces the result and reloads the page's data; says so if the outcome is unknown. */
export const afterwards = (say, again) => result => {
  if (result === undefined) return
  if (result === null) announce('Check whether the change was made.')
  else if (result[REPLAYED]) announce('This was done already, here or in another window.')
  else announce(say(result))
  again()
}

/** True if the object was created and can be shown; says so if the outcome is unknown. */
export function isMade(made, again = () => {}) {
  if (made === null) {
    announce('Check whether it was created.')
    again()
  }
  return Boolean(made)
}

/**
 * Shows a secret once. A secret lost with its answer cannot be shown again.
 * @param lost advice for that case
 */
export function reveal(title, secret, text, lost) {
  if (!secret) return dialog({ title: 'Created, but the secret is lost', text: ['The response with the secret did not arrive, and the server shows a secret only once.', lost] })
  const copy = make('button', { type: 'button', onclick: async event => {
    const isCopied = await navigator.clipboard.writeText(secret).then(() => true, () => false)
    event.target.textContent = isCopied ? 'Copied' : 'Select the text and copy it'
  } }, 'Copy')
  return dialog({ title, text: [text, make('code', { class: 'secret', id: 'secret' }, secret), copy] })
}
