const FIELD_OF = { postalAddress: 'addressLines', countryCode: 'country', name: 'givenName', phoneticName: 'phoneticGivenName' }
const AUTOFILL = {
  givenName: 'given-name', familyName: 'family-name', emailAddress: 'email', phoneNumber: 'tel', addressLines: 'street-address',
  locality: 'address-level2', administrativeArea: 'address-level1', postalCode: 'postal-code', country: 'country-name',
}

/** A contact of the wallet: a choice, and behind "edit" a field for each part, with its error. */
class ContactFields {
  /**
   * @param {string} role `shipping` or `billing`
   * @param {string[]} fields Apple's contact fields
   * @param {(part: string) => void} changed
   */
  constructor(role, title, fields, words, changed) {
    this.fields = fields
    this.words = words
    this.changed = changed
    this.parts = fields.flatMap(field => PARTS[field]).filter(part => part !== 'countryCode')
    if (fields.includes('postalAddress') && !fields.includes('name')) this.parts.unshift(...PARTS.name)
    this.contact = { ...CONTACTS[0].contact }
    this.select = make('select', { 'aria-label': title, onchange: () => this.choose(this.select.selectedIndex) },
      CONTACTS.map(({ contact, note }) =>
        make('option', {}, [contact.givenName, contact.familyName].filter(Boolean).join(' ') + (note ? ` · ${note}` : ''))))
    this.edit = make('button', { type: 'button', 'aria-expanded': 'false', onclick: () => this.open(this.form.hidden) }, words.edit)
    this.inputs = Object.fromEntries(this.parts.map(part => [part, make('input', {
      name: part, autocomplete: AUTOFILL[part], type: part === 'emailAddress' ? 'email' : part === 'phoneNumber' ? 'tel' : 'text',
      maxlength: 256, oninput: () => this.type(part), onchange: () => this.changed(part),
    })]))
    this.complaints = Object.fromEntries(this.parts.map(part => [part, make('p', { class: 'bad', id: `bad-${role}-${part}`, hidden: true })]))
    this.form = make('div', { class: 'fields', hidden: true }, this.parts.map(part => {
      const label = make('label', {}, words[part], this.inputs[part])
      return make('div', { class: part === 'addressLines' || part === 'emailAddress' ? 'wide' : '' }, label, this.complaints[part])
    }))
    this.general = make('p', { class: 'bad', hidden: true })
    this.element = make('section', { 'data-part': role }, make('span', { class: 'name' }, title),
      make('div', { class: 'row' }, this.select, this.edit), this.general, this.form)
    this.fill()
  }

  choose(index) {
    this.contact = { ...CONTACTS[index].contact }
    this.fill()
    this.complain([])
    this.changed('postalAddress')
  }

  fill() {
    for (const part of this.parts) {
      const value = this.contact[part]
      this.inputs[part].value = Array.isArray(value) ? value.join(', ') : value || ''
    }
  }

  type(part) {
    const text = this.inputs[part].value
    this.contact[part] = part === 'addressLines' ? text.split(',').map(line => line.trim()).filter(Boolean) : text
    // The typed country counts; otherwise the old country's code would win.
    if (part === 'country') this.contact.countryCode = ''
    this.inputs[part].removeAttribute('aria-invalid')
    this.complaints[part].hidden = true
  }

  open(isOpen) {
    this.form.hidden = !isOpen
    this.edit.setAttribute('aria-expanded', String(isOpen))
    this.edit.textContent = isOpen ? this.words.done : this.words.edit
  }

  /** Shows each error at its field; others stay below the name. Returns the first faulty field. */
  complain(errors) {
    for (const part of this.parts) {
      this.inputs[part].removeAttribute('aria-invalid')
      this.inputs[part].removeAttribute('aria-describedby')
      this.complaints[part].hidden = true
    }
    const others = []
    let first = null
    for (const error of errors) {
      const part = FIELD_OF[error.contactField] || error.contactField
      const input = this.inputs[part]
      if (!input) {
        others.push(error.message)
        continue
      }
      input.setAttribute('aria-invalid', 'true')
      input.setAttribute('aria-describedby', this.complaints[part].id)
      this.complaints[part].textContent = error.message
      this.complaints[part].hidden = false
      first = first || input
    }
    this.general.textContent = others.join(' ')
    this.general.hidden = others.length === 0
    if (first) this.open(true)
    return first || (others.length ? this.select : null)
  }

  get full() { return asked(this.contact, this.fields) }
  get redacted() { return redacted(this.contact) }
}
