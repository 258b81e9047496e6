// The club: the sheet in which a visitor joins, then the member's page, whose weeks pass on demand.
// Loaded with its scene. The member's requests go to the shop's server, which calls Paysheet.

import { clubIn, fill } from '/demo/club-words.js'

const WEEK = 7 * 86_400_000
const WEEKS = 26
const MEMBER = 'paysheet-demo-club'

/** The secret of the checkout in which this tab's visitor joined; lost without browser storage. */
const member = {
  get secret() { try { return sessionStorage.getItem(MEMBER) } catch { return null } },
  set secret(text) { try { if (text) sessionStorage.setItem(MEMBER, text); else sessionStorage.removeItem(MEMBER) } catch { /* as said */ } },
}

/** A sheet shows its last message for a moment, and keeps the focus until it is gone. */
async function sheetGone() {
  while (document.querySelector('paysheet-sheet')) await new Promise(done => setTimeout(done, 50))
}

export async function openClub(shop) {
  const { make, showMessage, said, art, isShown, language, dollars } = shop
  const words = clubIn(language)
  const scene = document.getElementById('scene')
  const frame = (...children) => scene.replaceChildren(
    art, make('h2', { id: 'club', tabindex: '-1' }, words.heading), make('p', {}, fill(words.text, { amount: dollars(9) })), ...children)
  const ready = () => { if (isShown()) document.documentElement.dataset.ready = 'club' }

  /** Paysheet's button, for any sheet. */
  const button = (place, clientSecret, onPaid) => Paysheet.button(place, {
    clientSecret, locale: language, onPaid, onCall: call => { shop.show(call); shop.timeline(clientSecret) },
    onDeclined: message => showMessage(message, 'bad'), onFailed: problem => showMessage(problem.message, 'bad'),
    onCanceled: () => showMessage(''), onUnavailable: problem => showMessage(problem.message, 'bad'),
  })

  async function join() {
    const place = make('div', { class: 'buy' })
    frame(make('p', { class: 'price' }, dollars(4.5)), place, said)
    const { clientSecret } = await shop.post('/demo/checkouts', { scene: 'club' })
    if (!isShown()) return
    await button(place, clientSecret, async state => {
      member.secret = clientSecret
      await showMember(clientSecret)
      showMessage(shop.say.thanks.replace('{amount}', dollars(state.total)), 'good')
      await sheetGone()
      said.focus()
    })
    ready()
  }

  async function showMember(secret) {
    const page = new MemberPage(shop, words, secret, { button, join })
    if (!await page.load()) return false
    frame(...page.elements, said)
    page.render()
    ready()
    if (page.known.clock.status === 'advancing') page.attempt(() => page.follow())
    return true
  }

  try {
    if (member.secret && await showMember(member.secret)) return
    if (isShown()) await join()
  } catch (error) {
    if (isShown()) showMessage(error instanceof TypeError ? '⚠' : error.message, 'bad')
  }
}

/** A member's page: its elements stay, so that the focus does, and only their contents change. */
class MemberPage {
  constructor(shop, words, secret, ways) {
    Object.assign(this, { shop, words, secret, ways })
    const { make, language } = shop
    const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
    this.day = text => day.format(new Date(text))
    const action = (id, act) => make('button', { type: 'button', id, onclick: () => this.attempt(act) })
    this.state = make('p', { class: 'price', id: 'subscription-status' })
    this.week = make('input', {
      type: 'range', id: 'week', min: '0', max: String(WEEKS), step: '1', oninput: () => this.preview(), onchange: () => this.attempt(() => this.move()),
    })
    this.today = make('output', { for: 'week', id: 'today' })
    this.rows = make('tbody')
    this.plan = action('plan', () => this.quote())
    this.rest = action('rest', () => this.act(this.isPaused ? '/resume' : '/pause'))
    this.end = action('end', () => this.act(this.known.subscription.cancelAt ? '/resume' : '/cancel'))
    this.owe = action('owe', () => this.pay())
    this.again = action('again', () => { member.secret = null; return ways.join() })
    this.offer = make('section', { id: 'offer', tabindex: '-1' })
    this.elements = [make('div', { class: 'club', 'aria-live': 'off' },
      this.state,
      make('label', {}, make('span', { class: 'quiet' }, words.clock), ' ', this.today, this.week),
      make('table', {}, make('caption', {}, words.calendar),
        make('thead', {}, make('tr', {}, ...['day', 'amount', 'state'].map(key => make('th', { scope: 'col' }, words[key])))), this.rows),
      make('div', { class: 'pair' }, this.owe, this.plan, this.rest, this.end, this.again),
      this.offer)]
  }

  get isPaused() { return this.known.subscription.status === 'paused' }
  /** A test clock starts at a whole second; its weeks match the subscription's until a pause. */
  get begin() { return Math.floor(Date.parse(this.known.clock.createdAt) / 1000) * 1000 }
  get passed() { return Math.floor((Date.parse(this.known.clock.now) - this.begin) / WEEK) }
  moment(weeks) { return new Date(this.begin + weeks * WEEK).toISOString().replace('.000', '') }

  /** A request of the member; polls while the clock moves are not shown. */
  async ask(method, path, body, isQuiet = false) {
    const response = await fetch(`/demo/club${path}`, {
      method, body: body && JSON.stringify(body),
      headers: { Authorization: `Bearer ${this.secret}`, 'Accept-Language': this.shop.language, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    })
    const answer = await response.json()
    if (!isQuiet) this.shop.show({ method, path: `/demo/club${path} (your server)`, body, status: response.status, answer })
    if (!response.ok) throw Object.assign(new Error(answer.detail), { status: response.status })
    return answer
  }

  /** True if the member exists; a new database has none. */
  async load(isQuiet) {
    try {
      this.known = await this.ask('GET', '', undefined, isQuiet)
      return true
    } catch (error) {
      if (![401, 404].includes(error.status)) throw error
      member.secret = null
      return false
    }
  }

  async refresh(isQuiet) {
    await this.load(isQuiet)
    this.render()
  }

  /** One request at a time. The page shows a refusal, and then the actual state. */
  async attempt(act) {
    if (this.isBusy) return
    this.isBusy = true
    this.elements[0].setAttribute('aria-busy', 'true')
    this.shop.showMessage('')
    try {
      await act()
    } catch (error) {
      this.shop.showMessage(error instanceof TypeError ? '⚠' : error.message, 'bad')
      await this.refresh(true).catch(() => { this.week.value = String(this.passed); this.showDay(this.known.clock.now) })
    } finally {
      this.isBusy = false
      this.elements[0].removeAttribute('aria-busy')
    }
  }

  /** The clock was started before this page was opened, so the page follows it. */
  async follow() {
    while (this.known.clock.status === 'advancing' && this.shop.isShown()) {
      await new Promise(done => setTimeout(done, 150))
      await this.refresh(true)
    }
  }

  async act(path) {
    this.offer.replaceChildren()
    await this.ask('POST', path)
    await this.refresh()
  }

  preview() {
    // Time only goes forward.
    this.week.value = Math.max(Number(this.week.value), this.passed)
    this.showDay(this.moment(Number(this.week.value)))
  }

  showDay(moment) {
    this.today.textContent = this.day(moment)
    this.week.setAttribute('aria-valuetext', this.today.textContent)
  }

  /** Moves the clock to the slider, and further if the slider moves on. */
  async move() {
    if (this.isMoving) return
    this.isMoving = true
    this.offer.replaceChildren()
    try {
      while (Number(this.week.value) > this.passed && this.shop.isShown()) {
        const { target } = this.known.clock = await this.ask('POST', '/advance', { to: this.moment(Number(this.week.value)) })
        if (target) await this.follow()
      }
    } finally {
      this.isMoving = false
    }
    await this.refresh()
  }

  /** The other plan's price; an upgrade opens the sheet, a downgrade has a button. */
  async quote() {
    const { make, dollars } = this.shop
    const plan = this.known.plans.find(other => other !== this.known.subscription.plan)
    const quote = await this.ask('POST', '/change', { plan })
    const values = { due: dollars(quote.dueNow), kept: dollars(quote.creditedToBalance), amount: dollars(quote.upcoming[0].amount) }
    const leave = make('button', { type: 'button', id: 'leave', onclick: () => { this.offer.replaceChildren(); this.plan.focus() } }, this.words.leave)
    const apply = () => this.ask('POST', '/change', { quote: quote.quote })
    const text = make('p', {}, fill(quote.needsConsent ? this.words.up : this.words.down, values))
    if (quote.needsConsent) {
      const { clientSecret } = await apply()
      const place = make('div', { class: 'buy' })
      this.offer.replaceChildren(text, place, leave)
      await this.ways.button(place, clientSecret, () => this.attempt(() => this.paid(() => this.known.subscription.plan === plan)))
    } else {
      const change = make('button', { type: 'button', id: 'change', onclick: () => this.attempt(async () => { await apply(); await this.done() }) }, this.words.change)
      this.offer.replaceChildren(text, make('div', { class: 'pair' }, change, leave))
    }
    this.offer.focus()
  }

  /** A sheet for an overdue amount, with another card. */
  async pay() {
    const { clientSecret } = await this.ask('POST', '/payment-sheet')
    const place = this.shop.make('div', { class: 'buy' })
    this.offer.replaceChildren(place)
    await this.ways.button(place, clientSecret, () => this.attempt(() => this.paid(() => this.known.subscription.status !== 'pastDue')))
    this.offer.focus()
  }

  /** The sheet gets its answer first; the page updates a moment later. */
  async paid(isDone) {
    for (let turn = 0; turn < 20; turn += 1) {
      await this.load(true)
      if (isDone()) break
      await new Promise(done => setTimeout(done, 250))
    }
    await this.done()
  }

  async done() {
    this.offer.replaceChildren()
    await this.refresh()
    await sheetGone()
    this.plan.focus()
  }

  render() {
    const { make, dollars } = this.shop
    const { words, known: { subscription, clock, invoices, upcoming, plans } } = this
    const isOver = ['canceled', 'ended'].includes(subscription.status)
    const isOwed = subscription.status === 'pastDue'
    this.state.textContent = subscription.cancelAt && !isOver
      ? fill(words.ending, { date: this.day(subscription.cancelAt) }) : words[subscription.status]
    if (!this.isMoving) this.week.value = String(this.passed)
    this.showDay(clock.now)
    const row = (when, amount, state, kind) => make('tr', { class: kind }, make('td', {}, this.day(when)), make('td', {}, amount ? dollars(amount) : '…'), make('td', {}, state))
    this.rows.replaceChildren(
      ...[...invoices].reverse().map(invoice => row(invoice.startsAt, invoice.amount, words[invoice.status] ?? invoice.status, invoice.status)),
      ...upcoming.map(charge => row(charge.startsAt, charge.amount, words.later, 'later')))
    const had = document.activeElement
    const offer = (button, isOffered, text) => { button.hidden = !isOffered; button.textContent = text }
    offer(this.owe, isOwed, words.owe)
    offer(this.plan, subscription.status === 'active', subscription.plan === plans[0] ? words.two : words.one)
    offer(this.rest, !isOver && !isOwed, this.isPaused ? words.resume : words.pause)
    offer(this.end, !isOver, subscription.cancelAt ? words.keep : words.cancel)
    offer(this.again, isOver, words.again)
    if (had?.hidden) document.getElementById('club')?.focus()
  }
}
