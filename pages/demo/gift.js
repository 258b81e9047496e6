// The gift card in Wallet: issued by one press, drawn like a store card in Wallet, and updated as
// on a phone. Loaded with its scene. The pass type's template has its pictures, colors and texts.

import { barcode } from '/demo/barcode.js'
import { giftIn } from '/demo/gift-words.js'

const HOLDER = 'paysheet-demo-gift'
/** Poll interval of the page; a phone gets a push. */
const LOOKS_MS = 700
/** Duration of a message, as on a lock screen. */
const BANNER_MS = 6000
const CARD = 25
const TOAST = 9.5

/** The link and the code of this tab's card; lost without browser storage. */
const holder = {
  get card() { try { return JSON.parse(sessionStorage.getItem(HOLDER)) } catch { return null } },
  set card(card) { try { if (card) sessionStorage.setItem(HOLDER, JSON.stringify(card)); else sessionStorage.removeItem(HOLDER) } catch { /* as said */ } },
}

/** The template for every pass; a language without texts of its own uses the template's. */
async function design(language) {
  const ask = path => fetch(`/demo/gift/${path}`)
  const [pass, strings] = await Promise.all([ask('pass.json'), ask(`${language}.lproj/pass.strings`)])
  const texts = new Map()
  if (strings.ok) for (const [, key, text] of (await strings.text()).matchAll(/^"(.*)" = "(.*)";$/gm)) texts.set(key, text)
  return { ...await pass.json(), say: text => texts.get(text) ?? text }
}

/** A sheet shows its last message for a moment, and keeps the focus until it is gone. */
async function sheetGone() {
  while (document.querySelector('paysheet-sheet')) await new Promise(done => setTimeout(done, 50))
}

function style() {
  if (document.querySelector('link[href="/demo/gift.css"]')) return
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/demo/gift.css' })
  const loaded = new Promise(done => { link.onload = link.onerror = done })
  document.head.append(link)
  return loaded
}

export async function openGift(shop) {
  const { make, showMessage, said, isShown, language, dollars } = shop
  const words = giftIn(language)
  const scene = document.getElementById('scene')
  const frame = (...children) => scene.replaceChildren(
    make('h2', { id: 'gift', tabindex: '-1' }, words.heading), make('p', {}, words.text), ...children)
  const ready = () => { if (isShown()) document.documentElement.dataset.ready = 'wallet' }
  const attempt = async act => {
    try {
      showMessage('')
      await act()
    } catch (error) {
      if (isShown()) showMessage(error.status === 409 ? words.none : error instanceof TypeError ? '⚠' : error.message, 'bad')
    }
  }

  function offer() {
    holder.card = null
    const issue = make('button', { type: 'button', id: 'issue', class: 'main', onclick: () => attempt(async () => {
      issue.disabled = true
      try {
        holder.card = await shop.post('/demo/passes')
        await show(holder.card)
        document.getElementById('gift')?.focus()
      } finally {
        issue.disabled = false
      }
    }) }, words.issue.replace('{amount}', dollars(CARD)))
    frame(make('div', { class: 'pair' }, issue), said)
    ready()
  }

  async function show(card) {
    const page = new HolderPage(shop, words, card, await design(language), { attempt, offer })
    if (!await page.load()) return false
    if (!isShown()) return true
    frame(page.element)
    page.render()
    page.follow()
    ready()
    return true
  }

  await style()
  await attempt(async () => {
    if (holder.card && await show(holder.card)) return
    if (isShown()) offer()
  })
}

/** The card, and purchases with it: the elements stay, so that the focus does. */
class HolderPage {
  constructor(shop, words, card, template, ways) {
    Object.assign(this, { shop, words, card, template, ways })
    /** The last message of each field, by key. */
    this.announced = new Map()
    const { make } = shop
    const action = (id, act) => make('button', { type: 'button', id, onclick: () => ways.attempt(act) })
    this.banner = make('p', { class: 'banner', id: 'banner', role: 'status' })
    this.drawn = new DrawnPass(shop, template, card.code, words)
    this.add = make('a', { id: 'add', class: 'add', rel: 'noopener' }, words.add)
    this.price = make('p', { class: 'price' }, words.toast.replace('{amount}', shop.dollars(TOAST)))
    this.place = make('div', { class: 'buy' })
    this.use = action('use', () => this.buy())
    this.use.className = 'main'
    this.use.textContent = words.use
    this.lost = action('lost', () => this.freeze())
    this.other = action('other', () => { ways.offer(); document.getElementById('issue')?.focus() })
    this.other.textContent = words.other
    this.honest = make('p', { class: 'quiet', id: 'honest' }, words.honest)
    this.element = make('div', { class: 'wallet', 'aria-live': 'off' },
      make('div', { class: 'held' }, this.banner, this.drawn.element, this.add, this.honest),
      make('div', { class: 'till' }, this.price, make('div', { class: 'pair' }, this.use), this.place, shop.said, make('div', { class: 'pair' }, this.lost, this.other)))
  }

  async ask(method, path, isQuiet) {
    const response = await fetch(`/demo/passes/${this.card.link}${path}`, { method, headers: { 'Accept-Language': this.shop.language } })
    const answer = await response.json()
    // The link gives access to the pass, so the page never displays it.
    if (!isQuiet) {
      const { url, ...rest } = answer
      this.shop.show({ method, path: `/demo/passes/…${path} (your server)`, status: response.status, answer: url ? { url: '…', ...rest } : rest })
    }
    if (!response.ok) throw Object.assign(new Error(answer.detail), { status: response.status })
    return answer
  }

  /** True if the pass exists; a new database has none. */
  async load() {
    try {
      this.known = await this.ask('GET', `?language=${this.shop.language}`, this.known !== undefined)
      return true
    } catch (error) {
      if (error.status !== 404) throw error
      return false
    }
  }

  /** Polls, so that a payment elsewhere shows here, too. */
  async follow() {
    while (this.shop.isShown() && this.element.isConnected) {
      await new Promise(done => setTimeout(done, LOOKS_MS))
      if (document.hidden || !this.element.isConnected) continue
      // A lost connection returns.
      if (await this.load().catch(() => false)) this.render()
    }
  }

  render() {
    const { known, words } = this
    this.drawn.render(known)
    this.add.href = known.url
    // Apple assigns no such name.
    this.honest.hidden = !known.passTypeIdentifier.startsWith('pass.example.')
    this.lost.textContent = known.voided ? words.found : words.lost
    this.use.disabled = known.voided || this.isBuying === true
    // A sheet covers the page; a message waits until it closes.
    if (!document.querySelector('paysheet-sheet')) this.announce()
  }

  /** As on a lock screen: only fields with a message, and only changed values. */
  announce() {
    const { make } = this.shop
    for (const field of this.drawn.fields.filter(field => field.changeMessage)) {
      const value = this.drawn.text(field, this.known.fields[field.key]?.value)
      const old = this.announced.get(field.key)
      this.announced.set(field.key, value)
      if (old === undefined || old === value) continue
      this.banner.replaceChildren(
        make('img', { src: '/demo/gift/icon@2x.png', alt: '', width: '38', height: '38' }),
        make('span', {}, make('strong', {}, this.template.organizationName), make('small', {}, this.words.now),
          make('span', { class: 'message' }, this.template.say(field.changeMessage).replace('%@', value))))
      this.banner.classList.add('seen')
      clearTimeout(this.leaving)
      this.leaving = setTimeout(() => this.banner.classList.remove('seen'), BANNER_MS)
    }
  }

  async freeze() {
    await this.ask('POST', this.known.voided ? '/unfreeze' : '/freeze')
  }

  /** A toast, which the card pays as far as it can: its amount is held once the sheet opens. */
  async buy() {
    const { shop, place } = this
    this.isBuying = this.use.disabled = true
    try {
      const { clientSecret } = await shop.post('/demo/checkouts', { scene: 'toast' })
      await shop.attach(clientSecret, this.card.code)
      if (!shop.isShown()) return
      await Paysheet.button(place, {
        clientSecret, type: 'buy', locale: shop.language, balances: true,
        onCall: call => { shop.show(call); shop.timeline(clientSecret) },
        onPaid: () => this.done(shop.say.thanks.replace('{amount}', shop.dollars(TOAST)), 'good'),
        onDeclined: message => shop.showMessage(message, 'bad'), onFailed: problem => shop.showMessage(problem.message, 'bad'),
        onCanceled: () => this.leave(clientSecret), onUnavailable: problem => shop.showMessage(problem.message, 'bad'),
      })
      // The press was meant for the sheet.
      place.querySelector('paysheet-button').shadowRoot.querySelector('button').click()
    } finally {
      this.isBuying = false
      this.use.disabled = this.known.voided
    }
  }

  async done(text, kind) {
    this.shop.showMessage(text, kind)
    await sheetGone()
    this.place.replaceChildren()
    this.use.focus()
  }

  /** Closing the sheet buys nothing, and releases the card's money. */
  async leave(clientSecret) {
    await this.done('')
    const checkout = `/v1/checkouts/chk_${clientSecret.split('_')[1]}`
    await fetch(`${checkout}/balances/${this.card.balance}`, { method: 'DELETE', headers: { Authorization: `Bearer ${clientSecret}` } })
  }
}

/** A store card: logo, its text and the header; the strip with the balance; rows; the barcode. */
class DrawnPass {
  constructor({ make, language }, template, code, words) {
    Object.assign(this, { make, language, template })
    const { storeCard, say } = template
    const group = name => (storeCard[name] ?? []).map(field => ({ ...field, shown: make('dd'), called: make('dt') }))
    const [header, primary, secondary, auxiliary] = ['headerFields', 'primaryFields', 'secondaryFields', 'auxiliaryFields'].map(group)
    this.fields = [...header, ...primary, ...secondary, ...auxiliary]
    const pair = ({ called, shown }) => make('div', {}, called, shown)
    const bars = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    const { path, width } = barcode(code.replaceAll('-', ''))
    bars.setAttribute('viewBox', `0 0 ${width} 60`)
    bars.setAttribute('preserveAspectRatio', 'none')
    bars.setAttribute('aria-hidden', 'true')
    bars.append(document.createElementNS('http://www.w3.org/2000/svg', 'path'))
    bars.firstChild.setAttribute('d', path)
    this.voided = make('p', { class: 'void' }, words.void)
    const picture = (name, width, height) => make('img', {
      src: `/demo/gift/${name}@2x.png`, srcset: `/demo/gift/${name}@2x.png 2x, /demo/gift/${name}@3x.png 3x`, alt: '', width, height })
    this.element = make('section', { class: 'pass', id: 'pass', 'aria-label': say(template.description) },
      make('div', { class: 'top' }, picture('logo', '40', '40'), make('span', { class: 'logo' }, say(template.logoText)), make('dl', {}, ...header.map(pair))),
      make('div', { class: 'strip' }, picture('strip', '375', '144'), make('dl', {}, ...primary.map(pair))),
      make('dl', { class: 'row' }, ...[...secondary, ...auxiliary].map(pair)),
      make('div', { class: 'code' }, make('div', { class: 'paper' }, bars, make('span', {}, code)), this.voided))
    const colors = { '--back': template.backgroundColor, '--front': template.foregroundColor, '--label': template.labelColor }
    for (const [name, color] of Object.entries(colors)) this.element.style.setProperty(name, color)
  }

  /** Formats a value like Wallet: an amount in the holder's locale. */
  text({ currencyCode }, value) {
    return currencyCode === undefined ? String(value ?? '')
      : new Intl.NumberFormat(this.language, { style: 'currency', currency: currencyCode }).format(Number(value))
  }

  render({ fields, voided }) {
    for (const field of this.fields) {
      const { label, value } = fields[field.key] ?? {}
      field.called.textContent = label ?? ''
      field.shown.textContent = this.text(field, value)
    }
    this.element.classList.toggle('voided', voided)
    this.voided.hidden = !voided
  }
}
