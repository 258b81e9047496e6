// Types of /paysheet.js: save this file beside your sources, or refer to it by its address.

export {}

declare global {
  const Paysheet: PaysheetLibrary
  interface Window { Paysheet: PaysheetLibrary }
}

interface PaysheetLibrary {
  readonly version: string
  /**
   * Puts a button into an element, which opens the payment sheet of a checkout: Apple's where the browser has it, for
   * a test merchant elsewhere our own, which moves no money.
   */
  button(element: Element | string, options: PaysheetOptions): Promise<PaysheetButton>
  /** Makes an account of a buyer who has paid and agreed to it; asked again, it is the same one. */
  keepAccount(options: { clientSecret: string; origin?: string; locale?: string }): Promise<{ id: string }>
}

interface PaysheetOptions {
  /** `cs_…` of the checkout, which your server opened. It is the buyer's key to that one checkout. */
  clientSecret: string
  /** What the button says (`plain`). */
  type?: 'plain' | 'buy' | 'setUp' | 'donate'
  /** `black` unless told otherwise. */
  style?: 'black' | 'white' | 'outlined'
  /** The language of button, sheet and messages, as `fr`; without it the page's, else the browser's. */
  locale?: string
  /** The highest version of Apple Pay to use (14). */
  version?: number
  /** Where Paysheet is, if this script comes from elsewhere. */
  origin?: string
  /** For live merchants: load Apple's own script where the browser has no Apple Pay; it may offer a code to scan. */
  appleScript?: boolean
  /** A field for gift cards' codes below the button; where they pay all, no sheet is needed. */
  balances?: boolean
  /** How long our own sheet waits for an answer, in milliseconds (30000, as Apple's). */
  limitMilliseconds?: number

  /** It is paid: show the order. Your server hears of it by a webhook, and should not take the page's word. */
  onPaid?(checkout: PaysheetState): void
  /** The card was declined; the checkout is open for another one. */
  onDeclined?(message: string): void
  /** The buyer closed the sheet, and nothing was being paid. */
  onCanceled?(event: object): void
  /** Something broke. It may still have been charged: ask your server how the checkout stands. */
  onFailed?(problem: PaysheetProblem): void
  /** There is no button: the secret does not work, the checkout is over, or this browser has no sheet. */
  onUnavailable?(problem: PaysheetProblem): void
  /** Each request and its answer, for a developer's panel. */
  onCall?(call: { method: string; path: string; body?: unknown; status: number; answer: unknown }): void
}

interface PaysheetButton {
  /** Which sheet a tap opens; null where there is none. */
  readonly sheet: 'apple' | 'own' | 'balances' | null
  remove(): void
}

interface PaysheetState {
  status: string
  version: number
  currencyCode: string
  total: string
  [member: string]: unknown
}

interface PaysheetProblem extends Error {
  /** `network`, `timeout`, or a code of the API (docs/api/errors.md). */
  readonly code: string
  readonly status: number
}
