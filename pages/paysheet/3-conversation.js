// The sheet is Apple's or Paysheet's, which has the same methods and events. `made` creates errors,
// and says if the sheet is old and expects a status. `page` has the hooks paid, declined, failed,
// canceled and notice.
/** Carries each sheet update to the server and each answer back. */
function converse(session, checkout, made, page) {
  // The event with which the sheet closed; answers to earlier calls are dropped after it.
  let gone = null
  let isPaying = false
  // The end is reported once; a payment is reported even after another end.
  let isOver = false
  let isPaid = false
  const end = hook => (...details) => {
    if (isOver) return
    isOver = true
    hook(...details)
  }
  const hooks = {
    notice: text => { if (!isOver) page.notice(text) },
    declined: end(page.declined), failed: end(page.failed), canceled: end(page.canceled),
    paid: state => {
      if (isPaid) return
      isPaid = isOver = true
      page.paid(state)
    },
  }
  const errors = list => (list || []).map(error => made.error(error.code, error.contactField, error.message))

  const answer = async (path, body, complete) => {
    try {
      const update = await checkout.question(path, body)
      if (gone) return
      // The server dropped a coupon: the sheet shows the true total, the page says why.
      if (update.checkout.droppedCoupon) hooks.notice(update.checkout.droppedCoupon.message)
      const sheetErrors = errors(update.errors)
      delete update.checkout
      if (update.errors) update.errors = sheetErrors
      complete(update)
    } catch (problem) {
      if (!gone) abort(problem)
    }
  }
  const close = () => {
    try { session.abort() } catch { /* It is closed already. */ }
  }
  // An error in the page: the buyer sees a plain sentence, the console the error itself.
  const abort = problem => {
    gone = {}
    close()
    if (!(problem instanceof PaysheetProblem)) console.error(problem)
    hooks.failed(problem instanceof PaysheetProblem ? problem : new PaysheetProblem('session', checkout.words.failed))
  }

  session.onvalidatemerchant = async event => {
    try {
      const merchant = await checkout.call('POST', '/merchant-session', { validationURL: event.validationURL })
      if (!gone) session.completeMerchantValidation(merchant)
    } catch (problem) {
      if (!gone) abort(problem)
    }
  }
  session.onshippingcontactselected = event =>
    answer('shipping-contact', { shippingContact: event.shippingContact }, update => made.isOld
      ? session.completeShippingContactSelection(oldStatus(update), update.newShippingMethods, update.newTotal, update.newLineItems)
      : session.completeShippingContactSelection(update))
  session.onshippingmethodselected = event =>
    answer('shipping-method', { shippingMethod: event.shippingMethod }, update => made.isOld
      ? session.completeShippingMethodSelection(STATUS_SUCCESS, update.newTotal, update.newLineItems)
      : session.completeShippingMethodSelection(update))
  session.onpaymentmethodselected = event =>
    answer('payment-method', { paymentMethod: plainMethod(event.paymentMethod) }, update => made.isOld
      ? session.completePaymentMethodSelection(update.newTotal, update.newLineItems)
      : session.completePaymentMethodSelection(update))
  session.oncouponcodechanged = event =>
    answer('coupon-code', { couponCode: event.couponCode }, update => session.completeCouponCodeChange(update))

  session.onpaymentauthorized = async event => {
    const over = new AbortController()
    const timer = setTimeout(() => over.abort(), ANSWER_MILLISECONDS)
    isPaying = true
    try {
      await ended(await checkout.pay({ payment: event.payment }, over.signal))
    } catch (problem) {
      // The card may have been charged: the checkout's state decides.
      toSheet(made.isOld ? STATUS_FAILURE : { status: STATUS_FAILURE, errors: [] })
      if (problem.status >= 400 && problem.status < 500 && problem.code !== 'attempt_in_progress') hooks.failed(problem)
      else await follow(problem)
    } finally {
      isPaying = false
      clearTimeout(timer)
    }
  }

  const ended = async result => {
    const { checkout: state, status, orderDetails } = result
    const list = errors(result.errors)
    // Safari refuses an order over http, and the payment with it.
    const order = orderDetails && orderDetails.webServiceURL.startsWith('https:') ? { orderDetails } : {}
    const isShown = toSheet(
      made.isOld ? (status === 0 ? STATUS_SUCCESS : oldStatus(result)) : { status, errors: list, ...order })
    if (status === 0) {
      if (!isShown) close()
      hooks.paid(state)
    } else if (state.status === 'authorizing') await follow()
    else if (list.length === 0) hooks.declined(messageOf(state.decline) || checkout.words.failed)
    // The sheet that would have shown the error is closed.
    else if (!isShown) hooks.canceled(gone || {})
  }

  /** True if the sheet still accepted it. */
  const toSheet = result => {
    try {
      session.completePayment(result)
      return true
    } catch {
      return false
    }
  }

  // An unknown outcome is resolved within about a minute.
  const follow = async problem => {
    hooks.notice(checkout.words.checking)
    const state = await checkout.finalState()
    const message = state && messageOf(state.lastAttempt)
    if (state && ['authorized', 'captured'].includes(state.status)) {
      close()
      hooks.paid(state)
    } else if (problem) {
      hooks.failed(problem)
    } else if (gone || made.isOld) {
      hooks.declined(message || checkout.words.failed)
    } else {
      hooks.notice(message || '')
    }
  }

  session.oncancel = event => {
    gone = event
    // A payment in progress goes on without its sheet: the page learns its outcome, not the
    // closing.
    if (isPaying) hooks.notice(checkout.words.checking)
    else hooks.canceled(event)
  }

  /** Closes the sheet when the page removes its button; late answers are dropped. */
  return () => {
    gone = {}
    isOver = true
    close()
  }
}

/** The buyer's message of a decline or an attempt, if there is one. */
const messageOf = outcome => outcome ? outcome.message : undefined

const STATUS_SUCCESS = 0
const STATUS_FAILURE = 1

/** The legacy statuses that name the wrong contact. */
function oldStatus(update) {
  if (update.status > STATUS_FAILURE) return update.status
  const [first] = update.errors || []
  if (!first) return update.status ? STATUS_FAILURE : STATUS_SUCCESS
  if (first.code === 'billingContactInvalid') return 2
  if (first.code === 'addressUnserviceable') return 3
  if (first.code === 'shippingContactInvalid') return PLACES.includes(first.contactField) ? 3 : 4
  return STATUS_FAILURE
}

const PLACES = ['postalAddress', 'addressLines', 'locality', 'subLocality', 'postalCode', 'administrativeArea',
  'subAdministrativeArea', 'country', 'countryCode']

/** Without the pass that Apple may add: the server does not need it. */
function plainMethod(method) {
  const { type, billingContact } = method || {}
  return { ...(type && { type }), ...(billingContact && { billingContact }) }
}
