// Types of /paysheet.js: save this file beside your sources, or refer to it by its URL.

export {}

declare global {
  const Paysheet: PaysheetLibrary
  interface Window { Paysheet: PaysheetLibrary }
}

interface PaysheetLibrary {
  readonly version: string
  /**
   * Puts a button that opens a checkout's payment sheet into an element. The sheet is Apple's if
   * the browser has it; otherwise a test merchant gets Paysheet's own, which moves no money.
   */
  button(element: Element | string, options: PaysheetOptions): Promise<PaysheetButton>
  /**
   * Creates an account for a buyer who has paid and agreed to it; a repeated call returns the same
   * one.
   */
  keepAccount(options: { clientSecret: string; origin?: string; locale?: string }): Promise<{ id: string }>
}

interface PaysheetOptions {
  /**
   * `cs_…` of the checkout that your server created. It is the buyer's key to that one checkout.
   */
  clientSecret: string
  /** The button's text (`plain`). */
  type?: 'plain' | 'buy' | 'setUp' | 'donate'
  /** `black` by default. */
  style?: 'black' | 'white' | 'outlined'
  /**
   * The language of button, sheet and messages, as `fr`; by default the page's, otherwise the
   * browser's.
   */
  locale?: string
  /** The highest version of Apple Pay to use (14). */
  version?: number
  /** The URL of Paysheet, if this script comes from elsewhere. */
  origin?: string
  /**
   * For live merchants: load Apple's own script if the browser has no Apple Pay; it may offer a
   * code to scan.
   */
  appleScript?: boolean
  /** Show a field for gift card codes below the button; if they pay everything, no sheet opens. */
  balances?: boolean
  /** How long Paysheet's own sheet waits for an answer, in milliseconds (30000, like Apple's). */
  limitMilliseconds?: number

  /**
   * The checkout is paid: show the order. Your server gets a webhook, and should not trust the
   * page.
   */
  onPaid?(checkout: PaysheetState): void
  /** The card was declined; the buyer can use another one. */
  onDeclined?(message: string): void
  /** The buyer closed the sheet, and no payment was in progress. */
  onCanceled?(event: object): void
  /** An error. The card may still have been charged: have your server read the checkout. */
  onFailed?(problem: PaysheetProblem): void
  /**
   * There is no button: the secret is invalid, the checkout has ended, or this browser has no
   * sheet.
   */
  onUnavailable?(problem: PaysheetProblem): void
  /** Each request and its answer, for a developer's panel. */
  onCall?(call: { method: string; path: string; body?: unknown; status: number; answer: unknown }): void
}

interface PaysheetButton {
  /** The sheet that a tap opens; null if there is none. */
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
