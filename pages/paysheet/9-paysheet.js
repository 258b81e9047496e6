const APPLE_SCRIPT = 'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js'
const ORIGIN = new URL((document.currentScript && document.currentScript.src) || location.href).origin
const TYPES = { plain: 'plain', buy: 'buy', setUp: 'set-up', donate: 'donate' }
const STYLES = ['black', 'white', 'outlined']

const BUTTON_STYLE = `
:host { display: block; min-inline-size: 8.75rem }
button { box-sizing: border-box; inline-size: 100%; min-block-size: 3rem; padding: .5rem 1rem; border: 1px solid transparent; border-radius: .5rem; background: #000; color: #fff; font: 600 1.05rem/1.2 system-ui, sans-serif; cursor: pointer }
button.white { background: #fff; color: #000 } button.outlined { background: #fff; color: #000; border-color: #000 }
@media (prefers-color-scheme: dark) { button.black { border-color: #6a6a72 } }
button:disabled { opacity: .55; cursor: default }
button:focus-visible { outline: 3px solid #0a5bd8; outline-offset: 2px }
p { margin: .5rem 0 0; font: .95rem/1.4 system-ui, sans-serif; color: inherit } p:empty { display: none }
`
const APPLE_STYLES = { black: 'black', white: 'white', outlined: 'white-outline' }

// By properties, which also work where `styled` needs a style element and the page's policy blocks
// it: the button must look like Apple's.
/** Makes the button Apple's. */
function drawAsApple(control, type, style) {
  control.classList.add('apple')
  if (!CSS.supports('-webkit-appearance', '-apple-pay-button')) return
  const properties = [
    ['-webkit-appearance', '-apple-pay-button'], ['-apple-pay-button-style', APPLE_STYLES[style]],
    // A browser ignores a type that it does not know.
    ['-apple-pay-button-type', 'plain'], ['-apple-pay-button-type', TYPES[type]],
    ['width', '100%'], ['min-height', '3rem'], ['font-size', '0'], ['border', '0'],
  ]
  for (const [name, value] of properties) control.style.setProperty(name, value)
}

/** Apple's session class if this browser can pay with it; independent of the buyer's cards. */
function appleSession() {
  try {
    const Session = window.ApplePaySession
    return Session && Session.canMakePayments() ? Session : null
  } catch {
    // Apple's class throws on an insecure page.
    return null
  }
}

function load(url) {
  return new Promise((done, failed) => {
    document.head.append(make('script', { src: url, crossorigin: 'anonymous', onload: done, onerror: failed }))
  })
}

/** Paysheet's own sheet is a dialog, which Safari has since 15.4. */
const canShowDialogs = () => 'showModal' in document.createElement('dialog')

/** This browser's sheet for this merchant: Apple's, Paysheet's for a test merchant, or none. */
async function sheetFor(state, options) {
  if (appleSession()) return 'apple'
  if (!state.live) return canShowDialogs() ? 'own' : null
  if (options.appleScript) {
    await load(APPLE_SCRIPT).catch(() => {})
    if (appleSession()) return 'apple'
  }
  return null
}

/** The class of the sheet: Apple's if this browser can pay with it, otherwise Paysheet's. */
const sessionClass = () => appleSession() || SheetSession

/** The highest Apple Pay JS version of this browser's sheet, which the request uses. */
function highestVersion(Session, wanted) {
  for (let version = Math.min(wanted || SHEET_VERSIONS, SHEET_VERSIONS); version > 1; version -= 1) {
    if (Session.supportsVersion(version)) return version
  }
  return 1
}

/**
 * Puts a button that opens a checkout's sheet into an element; paysheet.d.ts has the options.
 * @returns {Promise<{sheet: 'apple'|'own'|null, remove(): void}>} once the button is decided
 */
async function button(element, options) {
  const target = typeof element === 'string' ? document.querySelector(element) : element
  if (!target) throw new PaysheetProblem('no_element', `there is no element ${element}`)
  if (!options || !options.clientSecret) throw new PaysheetProblem('client_secret_missing', 'give the client secret of a checkout')
  const type = options.type || 'plain'
  const style = options.style || 'black'
  if (!Object.keys(TYPES).includes(type)) throw new PaysheetProblem('type', `type is one of ${Object.keys(TYPES).join(', ')}`)
  if (!STYLES.includes(style)) throw new PaysheetProblem('style', `style is one of ${STYLES.join(', ')}`)
  const locale = localeOf(options.locale || (document.documentElement.lang || navigator.language))
  const words = wordsIn(locale)

  const host = make('paysheet-button', { lang: words.language })
  const root = host.attachShadow({ mode: 'open', delegatesFocus: true })
  styled(root, BUTTON_STYLE + CODE_STYLE)
  const control = make('button', { type: 'button', class: `${style} ${TYPES[type]}`, 'aria-label': words[type], disabled: true }, words[type])
  const notice = make('p', { role: 'status', tabindex: '-1' })
  root.append(control, notice)
  refill(target, host)
  let leave = () => {}
  const placed = {
    sheet: null,
    remove: () => {
      leave()
      host.remove()
    },
  }

  const say = text => { notice.textContent = text || '' }
  const unavailable = problem => {
    control.hidden = true
    say(options.onUnavailable ? '' : problem.message)
    heard(options.onUnavailable, problem)
    return placed
  }
  const paid = state => {
    // The button is gone, and its replacement takes over the focus.
    const hadFocus = document.activeElement === host || document.activeElement === document.body
    control.hidden = true
    if (codes) codes.element.remove()
    say(words.paid)
    if (hadFocus) notice.focus()
    heard(options.onPaid, state)
  }
  let checkout, state
  try {
    checkout = new Checkout(options.origin || ORIGIN, options.clientSecret, locale, words)
    checkout.onCall = options.onCall
    checkout.clientVersion = highestVersion(sessionClass(), options.version)
    state = await checkout.read()
    if (isChecking(state)) {
      say(words.checking)
      state = await checkout.finalState() || state
    }
    if (state.status !== 'open') {
      const said = { authorized: words.paid, captured: words.paid, authorizing: words.checking }
      return unavailable(new PaysheetProblem(`checkout_${state.status}`, said[state.status] || words.closed))
    }
    placed.sheet = await sheetFor(state, options)
    const version = highestVersion(sessionClass(), options.version)
    if (placed.sheet && version !== checkout.clientVersion) {
      // Apple's script has added a sheet of another version.
      checkout.clientVersion = version
      state = await checkout.read()
    }
  } catch (problem) {
    return unavailable(problem)
  }
  const takesBalances = Boolean(options.balances)
  if (placed.sheet && !state.paymentRequest && !needsNoSheet(state)) {
    return unavailable(new PaysheetProblem('client_version', words.tooOld))
  }
  if (!placed.sheet && takesBalances && !asksForContacts(state)) placed.sheet = 'balances'
  if (!placed.sheet) return unavailable(new PaysheetProblem('no_sheet', state.live ? words.failed : words.tooOld))
  if (placed.sheet === 'apple') drawAsApple(control, type, style)

  let isOpen = false
  const closed = hook => (...details) => {
    isOpen = false
    control.disabled = false
    if (hook) hook(...details)
  }
  const hooks = {
    paid: closed(paid),
    declined: closed(message => { say(message); refresh(); heard(options.onDeclined, message) }),
    failed: closed(fault => {
      // Other errors are for developers: the buyer sees a plain sentence.
      const problem = fault instanceof PaysheetProblem ? fault : new PaysheetProblem('session', words.failed)
      if (problem !== fault) console.error(fault)
      say(problem.message)
      control.disabled = ['not_found', 'invalid_credential', 'checkout_not_open'].includes(problem.code)
      refresh()
      heard(options.onFailed, problem)
    }),
    canceled: closed(event => { say(''); refresh(); heard(options.onCanceled, event) }),
    notice: say,
  }
  // A sheet must open within the tap, so its request is loaded before.
  const refresh = async () => {
    state = await checkout.read().catch(() => state)
    if (codes) codes.show(state)
  }
  const codes = takesBalances ? new CodeField(checkout, words, locale, () => refresh()) : null
  if (codes) {
    root.append(codes.element)
    codes.show(state)
  }

  control.addEventListener('click', () => {
    if (isOpen) return
    say('')
    if (needsNoSheet(state)) return payByBalances(checkout, control, say, hooks)
    if (placed.sheet === 'balances') return say(`${words.giftCard}: ${money(state.total, state.currencyCode, locale)}`)
    if (!state.paymentRequest) return say(words.tooOld)
    const isApple = placed.sheet === 'apple'
    const Session = isApple ? window.ApplePaySession : SheetSession
    const version = checkout.clientVersion
    const hasErrors = isApple ? 'ApplePayError' in window : version >= 3
    const made = {
      isOld: !hasErrors || version < 3,
      error: (code, field, message) => isApple && hasErrors ? new window.ApplePayError(code, field, message) : new SheetError(code, field, message),
    }
    try {
      const session = new Session(version, JSON.parse(JSON.stringify(state.paymentRequest)), { locale, words, limit: options.limitMilliseconds })
      leave = converse(session, checkout, made, hooks)
      isOpen = true
      control.disabled = true
      session.begin()
    } catch (fault) {
      hooks.failed(fault)
    }
  })
  control.disabled = false
  return placed
}

/** True if the payment needs contacts, which only a sheet asks for. */
function asksForContacts({ paymentRequest, ownRequest = {} }) {
  const { requiredShippingContactFields: shipping, requiredBillingContactFields: billing } = paymentRequest || ownRequest
  return [...(shipping || []), ...(billing || [])].length > 0
}

/** True if balances pay everything, and no contact is missing. */
const needsNoSheet = state => isPaidByBalances(state) && !asksForContacts(state)

/** If balances pay everything and no contact is required, no sheet opens. */
async function payByBalances(checkout, control, say, hooks) {
  control.disabled = true
  say(checkout.words.wait)
  try {
    const { status, checkout: state, errors } = await checkout.pay({ balance: true }, abortAfter(ANSWER_MILLISECONDS))
    if (status === 0) hooks.paid(state)
    else hooks.declined(messageOf(errors[0]) || checkout.words.failed)
  } catch (problem) {
    hooks.failed(problem)
  }
}

/**
 * Creates an account for a buyer who has paid and agreed: one tap, no form.
 * @returns the account; the same one for a repeated call
 */
async function keepAccount({ clientSecret, origin = ORIGIN, locale: wanted } = {}) {
  const locale = localeOf(wanted || (document.documentElement.lang || navigator.language))
  const checkout = new Checkout(origin, clientSecret, locale, wordsIn(locale))
  return checkout.call('POST', '/customer', { consent: true })
}

window.Paysheet = Object.freeze({ button, keepAccount, version: '1' })
