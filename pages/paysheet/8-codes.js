const CODE_STYLE = `
.codes { margin-block-start: .75rem; font: 1rem/1.4 system-ui, sans-serif; color: inherit }
.codes form { display: flex; align-items: flex-end; margin: 0 } .codes form > * + * { margin-inline-start: .5rem }
.codes label { flex: 1; font-size: .9rem } .codes input { display: block; box-sizing: border-box; inline-size: 100%; min-block-size: 2.75rem; padding: .45rem .65rem; border: 1px solid #8a8a93; border-radius: .5rem; background: Field; color: FieldText; font: 1rem/1.4 ui-monospace, monospace }
.codes button { inline-size: auto; min-block-size: 2.75rem; background: transparent; color: inherit; border: 1px solid #8a8a93; font-size: 1rem }
.codes ul { margin: .5rem 0 0; padding: 0; list-style: none } .codes li { display: flex; justify-content: space-between; align-items: center; gap: .5rem }
.codes p { margin: .4rem 0 0 }
`

/** A field for a gift card's code, which Apple's sheet lacks: the sheet charges the rest. */
class CodeField {
  /** @param {Checkout} checkout @param {() => Promise<void>} changed when the total changes */
  constructor(checkout, words, locale, changed) {
    Object.assign(this, { checkout, words, locale, changed })
    this.input = make('input', { name: 'code', autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', maxlength: 128 })
    this.said = make('p', { role: 'status' })
    this.list = make('ul')
    this.element = make('div', { class: 'codes' },
      make('form', { onsubmit: event => { event.preventDefault(); this.attach() } },
        make('label', {}, words.giftCard, this.input), make('button', { type: 'submit' }, words.apply)),
      this.said, this.list)
  }

  /** The balances that pay now, and their amounts. */
  show(state) {
    refill(this.list, ...(state.balances || []).map(balance => make('li', {},
      `•••• ${balance.hint || ''} −${money(balance.amount, state.currencyCode, this.locale)}`,
      make('button', { type: 'button', 'aria-label': `${this.words.remove} ${balance.hint || ''}`, onclick: () => this.detach(balance.balance) }, '×'))))
  }

  async attach() {
    if (!this.input.value.trim()) return this.input.focus()
    await this.change(() => this.checkout.ask('balances', { code: this.input.value }))
  }

  async detach(balance) { await this.change(() => this.checkout.call('DELETE', `/balances/${balance}`)) }

  async change(ask) {
    this.said.textContent = this.words.wait
    try {
      const answer = await ask()
      const [error] = answer.errors || []
      this.said.textContent = error ? error.message : ''
      this.input.toggleAttribute('aria-invalid', Boolean(error))
      if (!error) this.input.value = ''
      await this.changed()
    } catch (problem) {
      this.said.textContent = problem.message
    }
  }
}
