// Dialogs that ask before anything is changed, and say at its field what the server did not take.

import { make } from '/dashboard/dom.js'
import { ask } from '/dashboard/server.js'

function entry(field) {
  const { name, label, kind = 'text', options, hint, ...rest } = field
  const id = `field-${name}`
  const described = { id, name, 'aria-describedby': `${id}-bad ${id}-hint`, ...rest }
  const control = options ? make('select', described, options.map(([value, text]) => make('option', { value, selected: value === rest.value }, text)))
    : kind === 'lines' ? make('textarea', { rows: 3, spellcheck: 'false', ...described }, rest.value ?? '')
      : make('input', { type: kind, autocomplete: 'off', ...described, checked: kind === 'checkbox' && rest.value === true })
  const head = make('label', { for: id }, label)
  return make('div', { class: kind === 'checkbox' ? 'field check' : 'field' },
    kind === 'checkbox' ? [control, head] : [head, control],
    hint && make('p', { class: 'quiet', id: `${id}-hint` }, hint), make('p', { class: 'bad', id: `${id}-bad`, hidden: true }))
}

export const fieldsOf = fields => fields.map(entry)

/** The values of a form's fields, as they were typed; a field that is left empty is missing. */
export function valuesOf(form, fields) {
  const values = {}
  for (const { name, kind } of fields) {
    const control = form.elements[name]
    if (kind === 'checkbox') values[name] = control.checked
    else if (control.value.trim() !== '') values[name] = control.value.trim()
  }
  return values
}

/** Puts each error at its field; what belongs to none is said above the button. */
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
 * Opens a dialog and resolves with what `submit` gave, or with nothing when it was closed.
 *
 * Each dialog has one Idempotency-Key: a second press, or a press after the connection was lost, does
 * the thing once.
 */
export function dialog({ title, text, fields = [], button = 'Save', danger = false, submit }) {
  return new Promise(resolve => {
    let key = crypto.randomUUID()
    const done = result => { box.close(); box.remove(); opener?.focus(); resolve(result) }
    const opener = document.activeElement
    const send = make('button', { type: 'submit', class: danger ? 'danger' : 'primary' }, button)
    const form = make('form', { novalidate: true },
      make('h2', { id: 'dialog-title' }, title), [text].flat().filter(Boolean).map(part => make('p', {}, part)), fieldsOf(fields),
      make('p', { class: 'bad', role: 'alert' }),
      make('p', { class: 'buttons' }, make('button', { type: 'button', onclick: () => done() }, 'Close'), submit && send))
    const box = make('dialog', { 'aria-labelledby': 'dialog-title', oncancel: event => { event.preventDefault(); done() } }, form)
    // What was changed after a refusal is another request.
    form.addEventListener('input', () => { if (send.dataset.refused) { key = crypto.randomUUID(); delete send.dataset.refused } })
    form.addEventListener('submit', async event => {
      event.preventDefault()
      if (send.disabled) return
      send.disabled = true
      try {
        done(await submit(valuesOf(form, fields), key))
      } catch (refused) {
        if (refused.status >= 400 && refused.status < 500) send.dataset.refused = 'true'
        showErrors(form, fields, refused)
      } finally {
        send.disabled = false
      }
    })
    document.body.append(box)
    box.showModal()
  })
}

/** A question that one request answers. */
export const confirm = ({ method = 'POST', path, body, ...rest }) => dialog({
  ...rest, submit: async (values, key) => {
    const answer = await ask(method, path, { body: typeof body === 'function' ? body(values) : body, key: method === 'POST' ? key : undefined })
    return answer ?? {}
  },
})

/** Shows a secret this once. */
export const reveal = (title, secret, text) => {
  const copy = make('button', { type: 'button', onclick: async event => {
    await navigator.clipboard.writeText(secret)
    event.target.textContent = 'Copied'
  } }, 'Copy')
  return dialog({ title, text: [text, make('code', { class: 'secret', id: 'secret' }, secret), copy] })
}
