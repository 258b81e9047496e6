/** An error of Paysheet's own sheet, with the constructor of Apple's. */
class SheetError {
  constructor(code, contactField, message = '') {
    this.code = code
    this.contactField = contactField
    this.message = message
  }
}

const SHEET_VERSIONS = 14
const LIMIT_MILLISECONDS = 30000

// For test merchants in browsers without Apple's. It sends Apple's events in Apple's order, waits
// as long, and is as strict about their completion.
/** Paysheet's own sheet with the methods and events of an `ApplePaySession`. */
class SheetSession {
  static supportsVersion(version) { return Number.isInteger(version) && version >= 1 && version <= SHEET_VERSIONS }

  constructor(version, request, { locale, words, limit = LIMIT_MILLISECONDS }) {
    if (!SheetSession.supportsVersion(version)) throw new DOMException(`version ${version} is not supported`, 'InvalidAccessError')
    const shipping = request.requiredShippingContactFields || []
    if (version < 3 && shipping.includes('phoneticName')) throw new TypeError('phoneticName needs version 3')
    if (!(Number((request.total || {}).amount) >= (version < 4 ? Number.MIN_VALUE : 0))) throw new TypeError('the total is too small')
    Object.assign(this, { version, request, locale, words, limit, shipping })
    this.billing = request.requiredBillingContactFields || []
    this.state = 'new'
    this.methods = request.shippingMethods || []
  }

  begin() {
    if (this.state !== 'new') throw new DOMException('it has begun already', 'InvalidAccessError')
    this.state = 'open'
    this.build()
    document.body.append(this.host)
    this.dialog.showModal()
    this.pay.focus()
    this.askMethod()
    if (this.shipping.includes('postalAddress')) this.askContact()
  }

  abort() {
    if (this.state === 'closed') throw new DOMException('it is over already', 'InvalidAccessError')
    this.close()
  }

  // The four completions, each for its own event only.

  completePaymentMethodSelection(update, lines) { this.complete('onpaymentmethodselected', this.taken(update, lines)) }
  completeShippingMethodSelection(update, total, lines) {
    this.complete('onshippingmethodselected', this.isOld ? { newTotal: total, newLineItems: lines } : update)
  }
  completeShippingContactSelection(update, methods, total, lines) {
    this.complete('onshippingcontactselected', this.isOld
      ? { newTotal: total, newLineItems: lines, newShippingMethods: methods, errors: this.oldErrors(update) } : update)
  }
  completeCouponCodeChange(update) { this.complete('oncouponcodechanged', update) }

  completePayment(result) {
    this.expect('onpaymentauthorized')
    const { status, errors = [] } = this.isOld ? { status: Math.min(result, 1), errors: this.oldErrors(result) } : result
    if (![0, 1].includes(status)) throw new TypeError(`${status} is no status here`)
    this.check(errors)
    if (errors.length > 0) return this.showErrors(errors)
    this.say(status === 0 ? this.words.paid : this.words.failed)
    this.state = 'ended'
    this.enable(false)
    this.later = setTimeout(() => this.close(), status === 0 ? 700 : 1400)
  }

  // Apple's rules.

  get isOld() { return this.version < 3 }
  taken(update, lines) { return this.isOld ? { newTotal: update, newLineItems: lines } : update }
  oldErrors(status) {
    const code = status === 2 ? 'billingContactInvalid' : status === 3 || status === 4 ? 'shippingContactInvalid' : null
    return code ? [new SheetError(code, status === 3 ? 'postalAddress' : undefined, this.words.check)] : []
  }
  check(errors) {
    for (const error of errors) if (!(error instanceof SheetError)) throw new TypeError('an error must be an ApplePayError')
  }
  expect(event) {
    if (this.state !== 'open' || this.asking !== event) throw new DOMException(`nothing of ${event} is to be completed`, 'InvalidAccessError')
    clearTimeout(this.timer)
    this.asking = null
  }

  /** Dispatches one event after another, if the page listens; a late answer ends the sheet. */
  ask(event, detail, complete = () => {}) {
    if (!this[event]) return
    this.queue = (this.queue || []).filter(waiting => waiting.event !== event)
    this.queue.push({ event, detail, complete })
    if (!this.asking && this.state === 'open') this.next()
  }

  next() {
    const question = this.queue && this.queue.shift()
    if (!question || this.state !== 'open') {
      this.say('')
      return this.enable(true)
    }
    this.asking = question.event
    this.say(this.words.wait)
    this.enable(question.event !== 'onpaymentauthorized' ? 'answering' : false)
    this.timer = setTimeout(() => {
      this.state = 'ended'
      this.say(this.words.tooSlow)
      this.enable(false)
      this.later = setTimeout(() => this.cancel({ sessionError: { code: 'timeout' } }), 2500)
    }, this.limit)
    this[question.event](question.detail())
  }

  complete(event, update) {
    this.expect(event)
    if (!update || !update.newTotal || !update.newTotal.label) throw new TypeError('an update must have a newTotal')
    const errors = update.errors || []
    this.check(errors)
    // Members omitted from an update become empty.
    this.request = { ...this.request, total: update.newTotal, lineItems: update.newLineItems || [] }
    if (event !== 'onpaymentmethodselected') this.methods = update.newShippingMethods || []
    this.showAmounts()
    this.showMethods()
    this.showErrors(errors, event)
  }

  // The buyer's actions.

  askContact() { this.ask('onshippingcontactselected', () => ({ shippingContact: this.shipTo.redacted })) }

  /** As Apple does: from version 10 on with the redacted billing address, if required. */
  askMethod() {
    const hasBilling = this.version >= 10 && this.billing.includes('postalAddress')
    this.ask('onpaymentmethodselected', () => ({
      paymentMethod: { type: this.card.type, ...(hasBilling && { billingContact: this.billTo.redacted }) },
    }))
  }

  tap() {
    if (this.asking || this.state !== 'open') return
    this.showErrors([])
    this.ask('onpaymentauthorized', () => ({
      payment: {
        token: tokenOf(this.card),
        ...(this.shipTo ? { shippingContact: this.shipTo.full } : {}),
        ...(this.billTo ? { billingContact: this.billTo.full } : {}),
      },
    }))
  }

  get isPaying() { return this.state === 'open' && this.asking === 'onpaymentauthorized' }

  /** During the payment the sheet stays open: a canceled payment would still be charged. */
  leave() { if (!this.isPaying) this.cancel() }

  cancel(event = {}) {
    if (this.state === 'closed') return
    this.close()
    if (this.oncancel) this.oncancel(event)
  }

  close() {
    this.state = 'closed'
    clearTimeout(this.timer)
    clearTimeout(this.later)
    this.dialog.close()
    this.host.remove()
    // After the page was notified, and its button works again.
    setTimeout(() => { if (this.opener && this.opener.focus) this.opener.focus() })
  }

  // The sheet's appearance.

  build() {
    const { words } = this
    this.opener = document.activeElement
    this.host = make('paysheet-sheet', { lang: words.language, dir: getComputedStyle(document.documentElement).direction })
    const root = this.host.attachShadow({ mode: 'open' })
    styled(root, SHEET_STYLE)
    this.cards = make('select', {
      'aria-label': words.card, name: 'card',
      onchange: () => this.askMethod(),
    }, CARDS.map(card => make('option', {}, card.name)))
    const needsAddress = this.shipping.includes('postalAddress')
    this.shipTo = this.shipping.length
      ? new ContactFields('shipping', needsAddress ? words.shipTo : words.contact, this.shipping, words, part => PARTS.postalAddress.includes(part) || part === 'postalAddress' ? needsAddress && this.askContact() : undefined)
      : null
    this.billTo = this.billing.length ? new ContactFields('billing', words.billTo, this.billing, words, part => (PARTS.postalAddress.includes(part) || part === 'postalAddress') && this.askMethod()) : null
    this.methodList = make('section', { 'data-part': 'methods', hidden: true })
    this.coupon = this.request.supportsCouponCode && this.version >= 12 ? this.couponField() : null
    this.amounts = make('dl', { 'data-part': 'amounts' })
    this.status = make('p', { role: 'status', 'data-part': 'status' })
    this.general = make('p', { class: 'bad', role: 'alert', 'data-part': 'alert', hidden: true })
    this.pay = make('button', { type: 'button', class: 'pay', 'data-part': 'pay', onclick: () => this.tap() }, words.plain)
    this.closer = make('button', { type: 'button', 'data-part': 'close', onclick: () => this.leave() }, words.close)
    this.dialog = make('dialog', { 'aria-labelledby': 'payee' },
      make('div', { class: 'head' }, make('h2', { id: 'payee' }, this.request.total.label, make('span', { class: 'test' }, words.test)),
        this.closer),
      make('section', {}, make('span', { class: 'name' }, words.card), this.cards),
      this.billTo && this.billTo.element, this.shipTo && this.shipTo.element, this.methodList, this.coupon && this.coupon.element,
      make('section', {}, this.amounts, this.agreement()), make('div', { class: 'foot' }, this.status, this.general, this.pay))
    this.dialog.addEventListener('cancel', event => {
      event.preventDefault()
      this.leave()
    })
    // A page can prevent closing once: the second Escape closes the dialog in any case.
    this.dialog.addEventListener('close', () => {
      if (this.state === 'closed') return
      if (this.isPaying) this.dialog.showModal()
      else this.cancel()
    })
    root.append(this.dialog)
    this.showAmounts()
    this.showMethods()
  }

  /** The buyer's further commitments, in the merchant's words. */
  agreement() {
    const { recurringPaymentRequest, deferredPaymentRequest, automaticReloadPaymentRequest } = this.request
    const later = recurringPaymentRequest || deferredPaymentRequest || automaticReloadPaymentRequest || {}
    const texts = [later.paymentDescription, later.billingAgreement].filter(Boolean)
    return texts.length ? make('p', { 'data-part': 'agreement' }, make('small', {}, texts.join(' '))) : null
  }

  couponField() {
    const input = make('input', { name: 'coupon', autocomplete: 'off', maxlength: 64, value: this.request.couponCode || '' })
    const bad = make('p', { class: 'bad', id: 'bad-coupon', hidden: true })
    const apply = () => this.ask('oncouponcodechanged', () => ({ couponCode: input.value }))
    input.addEventListener('keydown', event => { if (event.key === 'Enter') apply() })
    const element = make('section', { 'data-part': 'coupon' },
      make('div', { class: 'row' }, make('label', {}, this.words.coupon, input), make('button', { type: 'button', onclick: apply }, this.words.apply)), bad)
    return {
      element, input,
      complain: message => {
        bad.textContent = message || ''
        bad.hidden = !message
        input.setAttribute('aria-invalid', String(Boolean(message)))
        input.setAttribute('aria-describedby', bad.id)
      },
    }
  }

  get card() { return CARDS[this.cards ? this.cards.selectedIndex : 0] }

  amount(item) {
    return item.type === 'pending' ? this.words.pending : money(item.amount, this.request.currencyCode, this.locale)
  }

  showAmounts() {
    const { total, lineItems = [] } = this.request
    const line = (item, name) => {
      const later = when(item, this.request.currencyCode, this.locale)
      return make('div', { class: name }, make('dt', {}, item.label, later ? make('small', {}, later) : null), make('dd', {}, this.amount(item)))
    }
    refill(this.amounts, ...lineItems.map(item => line(item, '')), line(total, 'total'))
    this.pay.textContent = total.type === 'pending' ? this.words.plain : `${this.words.plain} ${this.amount(total)}`
  }

  showMethods() {
    this.methodList.hidden = this.methods.length === 0
    // The chosen one comes first in the data; the display keeps the order.
    const [chosen] = this.methods
    const known = this.order || []
    this.order = [...known, ...this.methods.map(method => method.identifier).filter(one => !known.includes(one))]
    const shown = [...this.methods].sort((one, other) => this.order.indexOf(one.identifier) - this.order.indexOf(other.identifier))
    const choices = shown.map(method => make('label', { class: 'choice' },
      make('input', {
        type: 'radio', name: 'method', value: method.identifier, checked: method === chosen,
        onchange: () => this.ask('onshippingmethodselected', () => ({ shippingMethod: method })),
      }),
      make('span', {}, method.label, make('small', {}, method.detail || '')), money(method.amount, this.request.currencyCode, this.locale)))
    const focused = this.methodList.contains(this.methodList.getRootNode().activeElement)
    refill(this.methodList, make('fieldset', {}, make('legend', {}, this.words.method), choices))
    const checked = this.methodList.querySelector('input:checked')
    if (focused && checked) checked.focus()
  }

  /** Shows errors at their fields, others above the button, until the buyer pays again. */
  showErrors(errors, event) {
    const coupon = errors.find(error => error.code.startsWith('coupon'))
    const billing = errors.filter(error => error.code === 'billingContactInvalid')
    const shipping = errors.filter(error => error.code === 'shippingContactInvalid' || error.code === 'addressUnserviceable')
    const others = errors.filter(error => error !== coupon
      && !(this.billTo && billing.includes(error)) && !(this.shipTo && shipping.includes(error)))
    // An answer about one part keeps the errors of the others.
    let first = null
    if (this.coupon && (!event || event === 'oncouponcodechanged' || coupon)) this.coupon.complain(coupon && coupon.message)
    if (this.billTo && !event) first = this.billTo.complain(billing)
    if (this.shipTo && (!event || event === 'onshippingcontactselected' || shipping.length)) first = this.shipTo.complain(shipping) || first
    this.general.textContent = others.map(error => error.message).join(' ')
    this.general.hidden = others.length === 0
    this.next()
    if (errors.length) {
      this.say(first || coupon ? this.words.check : '')
      const faulty = first || (coupon && this.coupon ? this.coupon.input : null)
      if (faulty) faulty.focus()
    }
  }

  say(text) { this.status.textContent = text }

  enable(isEnabled) {
    // During an update the buyer may go on choosing but not pay. The pay button keeps the focus,
    // which a disabled button would lose.
    this.pay.setAttribute('aria-disabled', String(isEnabled !== true))
    this.closer.disabled = this.isPaying
    for (const control of this.dialog.querySelectorAll('select, input, button:not(.pay, [data-part=close])')) {
      control.disabled = !isEnabled
    }
  }
}
