// A strict ApplePaySession that follows WebKit. `refusals` records the errors it throws, `calls`
// the calls it accepts.
(() => {
  const calls = (window.calls = [])
  const refusals = (window.refusals = [])
  const version = window.appleVersion ?? 14
  const refuse = (kind, why) => { refusals.push(why); throw kind === TypeError ? new TypeError(why) : new DOMException(why, kind) }
  const amount = text => typeof text === 'string' && /^-?[0-9]+(\.[0-9]+)?$/.test(text)
  const total = item => {
    if (!item || typeof item.label !== 'string') refuse(TypeError, 'a total must have a label')
    if (!amount(item.amount) || Number(item.amount) < 0) refuse(TypeError, `the total ${item.amount} is no amount`)
    if (version < 4 && Number(item.amount) === 0) refuse(TypeError, 'a total of zero needs version 4')
  }
  // Apple Pay on the Web, version history: the first version of each network.
  const networks = { amex: 1, discover: 1, masterCard: 1, visa: 1, jcb: 2, maestro: 4, mada: 5, girocard: 11, dankort: 13, bancomat: 14, bancontact: 14 }
  const lines = list => { for (const item of list ?? []) if (item.type !== 'pending' && !amount(item.amount)) refuse(TypeError, `the line ${item.label} has no amount`) }
  const methods = list => { for (const method of list ?? []) {
    if (!amount(method.amount) || method.amount.startsWith('-')) refuse(TypeError, 'a method needs an amount')
    for (const name of ['label', 'detail', 'identifier']) if (typeof method[name] !== 'string') refuse(TypeError, `a method needs ${name}`)
  } }
  if (version >= 3) {
    window.ApplePayError = class ApplePayError {
      constructor(code, contactField, message = '') {
        const codes = ['unknown', 'shippingContactInvalid', 'billingContactInvalid', 'addressUnserviceable', 'couponCodeInvalid', 'couponCodeExpired']
        const fields = ['phoneNumber', 'emailAddress', 'name', 'phoneticName', 'postalAddress', 'addressLines', 'locality', 'subLocality', 'postalCode', 'administrativeArea', 'subAdministrativeArea', 'country', 'countryCode']
        if (!codes.includes(code)) refuse(TypeError, `${code} is no error code`)
        if (contactField !== undefined && !fields.includes(contactField)) refuse(TypeError, `${contactField} is no contact field`)
        Object.assign(this, { code, contactField, message })
      }
    }
  }
  const errors = list => { for (const error of list ?? []) if (!(error instanceof window.ApplePayError)) refuse(TypeError, 'an error must be an ApplePayError') }
  window.ApplePaySession = class ApplePaySession {
    static STATUS_SUCCESS = 0
    static STATUS_FAILURE = 1
    static canMakePayments() { return window.appleCanPay ?? true }
    static supportsVersion(wanted) { return wanted >= 1 && wanted <= version }
    constructor(wanted, request) {
      if (!ApplePaySession.supportsVersion(wanted)) refuse('InvalidAccessError', `version ${wanted} is not supported`)
      for (const name of ['merchantCapabilities', 'supportedNetworks']) if (!request[name]?.length) refuse(TypeError, `${name} is empty`)
      if (!/^[A-Z]{2}$/.test(request.countryCode) || !/^[A-Z]{3}$/.test(request.currencyCode)) refuse(TypeError, 'a code must be upper case')
      for (const name of request.supportedNetworks) if (!(networks[name] <= version)) refuse(TypeError, `version ${version} does not know the network ${name}`)
      total(request.total)
      lines(request.lineItems)
      methods(request.shippingMethods)
      Object.assign(this, { request, asking: null, state: 'new' })
      window.session = this
    }
    begin() {
      if (!navigator.userActivation.isActive) refuse('InvalidAccessError', 'a sheet needs the buyer’s gesture')
      if (this.state !== 'new') refuse('InvalidAccessError', 'begun already')
      this.state = 'open'
      calls.push(['begin', this.request])
    }
    abort() { if (this.state === 'over') refuse('InvalidAccessError', 'over already'); this.state = 'over'; calls.push(['abort']) }
    /** What the buyer does, by the test. */
    fire(event, detail) { this.asking = event; this[event](detail) }
    answered(event, ...details) {
      if (this.asking !== event) refuse('InvalidAccessError', `nothing of ${event} is to be completed`)
      this.asking = null
      calls.push([event, ...JSON.parse(JSON.stringify(details))])
    }
    completeMerchantValidation(session) { this.answered('onvalidatemerchant', session) }
    completeShippingContactSelection(update, list, sum, items) {
      if (version < 3) { total(sum); lines(items); methods(list); return this.answered('onshippingcontactselected', update, list, sum, items) }
      total(update.newTotal); lines(update.newLineItems); methods(update.newShippingMethods); errors(update.errors)
      this.answered('onshippingcontactselected', update)
    }
    completeShippingMethodSelection(update, sum, items) {
      if (version < 3) { total(sum); lines(items); return this.answered('onshippingmethodselected', update, sum, items) }
      total(update.newTotal); lines(update.newLineItems)
      this.answered('onshippingmethodselected', update)
    }
    completePaymentMethodSelection(update, items) {
      if (version < 3) { total(update); lines(items); return this.answered('onpaymentmethodselected', update, items) }
      total(update.newTotal); lines(update.newLineItems); errors(update.errors)
      this.answered('onpaymentmethodselected', update)
    }
    completeCouponCodeChange(update) { total(update.newTotal); lines(update.newLineItems); errors(update.errors); this.answered('oncouponcodechanged', update) }
    completePayment(result) {
      if (version < 3) { if (![0, 1, 2, 3, 4].includes(result)) refuse(TypeError, 'no status'); return this.answered('onpaymentauthorized', result) }
      if (![0, 1].includes(result.status)) refuse(TypeError, 'no status')
      errors(result.errors)
      this.answered('onpaymentauthorized', result)
      if (!result.errors?.length) this.state = 'over'
    }
  }
})()
