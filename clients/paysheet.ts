// Paysheet's API for a merchant's server. Made by bin/clients from openapi.yaml; do not edit.
//
//     const paysheet = new Paysheet(process.env.PAYSHEET_SECRET_KEY, 'https://pay.example.com')
//     const checkout = await paysheet.createCheckout({ countryCode: 'US', currencyCode: 'USD',
//       items: [{ name: 'Scarf', quantity: 1, unitPrice: '25.00' }] })
//     for await (const refund of paysheet.listRefunds(checkout.id)) console.log(refund.amount)
//
// It needs fetch and Web Crypto, which Node.js has since version 20, and no other package.

/** A call that the server refused. Handle it by `code`, which is stable. */
export class PaysheetError extends Error {
  readonly status: number
  readonly problem: any
  /** Seconds to wait before you repeat the call. */
  readonly retryAfter: number | undefined
  readonly code: string
  readonly detail: string
  /** The invalid fields of the request. */
  readonly errors: { pointer: string, code: string, detail: string }[]
  /** Quote it when you report a fault of the server. */
  readonly requestId: string

  constructor(status: number, problem: any, retryAfter?: number) {
    const fields = (problem.errors ?? []).map((error: any) => `\n  ${error.pointer}: ${error.detail}`)
    super(`${status} ${problem.code}: ${problem.detail}${fields.join('')}`)
    this.name = 'PaysheetError'
    this.status = status
    this.problem = problem
    this.retryAfter = retryAfter
    this.code = problem.code ?? ''
    this.detail = problem.detail ?? ''
    this.errors = problem.errors ?? []
    this.requestId = problem.requestId ?? ''
  }
}

/** No answer came, also not to a repetition: the call may have been carried out or not. */
export class PaysheetUnreachable extends Error {
  /** The fault of the connection. */
  readonly reason: unknown

  constructor(url: string, reason: unknown) {
    super(`no answer from ${url}: ${reason}`)
    this.name = 'PaysheetUnreachable'
    this.reason = reason
  }
}

/**
 * The server carried out this call before, and its replay omits a secret that it shows once. No
 * call returns the secret again: create another object with a new Idempotency-Key, or rotate.
 */
export class PaysheetReplayed extends Error {
  /** The name of the omitted member, such as `code`. */
  readonly member: string
  /** The object without that member. */
  readonly answer: any

  constructor(member: string, answer: any) {
    super(`a replay of ${answer.id} omits its ${member}, which no call returns again`)
    this.name = 'PaysheetReplayed'
    this.member = member
    this.answer = answer
  }
}

/** A webhook without a valid signature: answer it with 400. */
export class InvalidWebhook extends Error {}

/**
 * Verifies a webhook by its raw body and returns its event (standardwebhooks.com).
 *
 * @param secret The secret of the webhook endpoint, `whsec_…`.
 * @param tolerance The most seconds between its timestamp and now.
 * @throws InvalidWebhook if the request has no valid signature, and TypeError if the secret is not
 *   the one of an endpoint.
 */
export async function verifyWebhook(
  body: string | Uint8Array, headers: Headers | Record<string, string | string[] | undefined>, secret: string,
  tolerance = 300,
): Promise<Event> {
  if (typeof body !== 'string' && !ArrayBuffer.isView(body))
    throw new TypeError('body must be the raw text or bytes of the request, as the signature is made of them')
  const rawKey = signingKey(secret)
  const pairs = headers instanceof Headers ? [...(headers as any)] : Object.entries(headers)
  const given = new Map<string, string>(
    pairs.map(([name, value]: [string, any]) => [name.toLowerCase(), String(value)]))
  const identifier = given.get('webhook-id'), timestamp = given.get('webhook-timestamp')
  const signatures = given.get('webhook-signature')?.split(' ')
  if (!identifier || !signatures || !/^\d{1,15}$/.test(timestamp ?? ''))
    throw new InvalidWebhook('a header of the signature is missing or malformed')
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= tolerance))
    throw new InvalidWebhook('the timestamp is too far from now')
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const head = new TextEncoder().encode(`${identifier}.${timestamp}.`)
  const signed = new Uint8Array(head.length + bytes.length)
  signed.set(head)
  signed.set(bytes, head.length)
  const key = await crypto.subtle.importKey(
    'raw', rawKey, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const isValid = await Promise.all(signatures.filter(one => /^v1,[A-Za-z0-9+/]{43}=$/.test(one))
    .map(one => crypto.subtle.verify('HMAC', key, decoded(one.slice(3)), signed)))
  if (!isValid.includes(true)) throw new InvalidWebhook('the signature does not match')
  return JSON.parse(new TextDecoder().decode(bytes))
}

function signingKey(secret: string) {
  const base64 = String(secret ?? '').replace(/^whsec_/, '')
  const isStrict = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64)
  const key = decoded(isStrict ? base64 : '')
  // With a short key, an outsider could sign events.
  if (key.length < 24) throw new TypeError('secret must be the whole secret of the webhook endpoint, whsec_…')
  return key
}

function decoded(base64: string) {
  return Uint8Array.from(atob(base64), character => character.charCodeAt(0))
}

export interface Options {
  /** Milliseconds to wait for each answer, by default 40,000; a payment takes at most 30,000. */
  timeout?: number
  /**
   * How often a call is repeated after a fault that may pass, by default 3. A call that changes
   * something is repeated with the same Idempotency-Key.
   */
  retries?: number
}

interface Call {
  query?: object
  key?: string
  isIdempotent?: boolean
  mediaType?: string
  shownOnce?: string
}

// The call was not carried out, or can be repeated.
const passingConflicts = ['busy', 'idempotency_key_in_flight']
// The call was not carried out.
const notCarriedOut = ['overloaded', 'stopping', 'too_many_connections', 'database_unavailable', 'database_busy']
const pauseMax = 30_000

class Transport {
  private readonly key: string
  private readonly url: string
  private readonly timeout: number
  private readonly retries: number

  /** @param key A secret key, or the client secret of a checkout. */
  constructor(key: string, url: string, options: Options = {}) {
    if (typeof key !== 'string' || !key)
      throw new TypeError('the key is missing: pass a secret key, sk_…, or the client secret of a checkout, cs_…')
    if (!/^[!-~]+$/.test(key))
      throw new TypeError('the key has a blank, a line end or a character that is not ASCII: pass the key alone')
    if (typeof url !== 'string' || !url)
      throw new TypeError('the URL is missing: pass the one of your Paysheet server, https://…')
    if (/\s/.test(url)) throw new TypeError('the URL has a blank or a line end: pass the URL alone')
    const { protocol, hostname } = /^https?:\/\/./i.test(url) ? new URL(url) : { protocol: '', hostname: '' }
    if (protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
      throw new TypeError('the URL must begin with https://, because each call sends the key')
    this.key = key
    this.url = url.replace(/\/+$/, '')
    this.timeout = options.timeout ?? 40_000
    this.retries = options.retries ?? 3
  }

  protected async call(method: string, path: string, body?: unknown, call: Call = {}): Promise<any> {
    const query = Object.entries(call.query ?? {}).filter(([, value]) => value !== undefined && value !== null)
    if (query.length) path += '?' + new URLSearchParams(query.map(([name, value]) => [name, String(value)]))
    const mediaType = call.mediaType ?? 'application/json'
    const headers: Record<string, string> = { Authorization: `Bearer ${this.key}` }
    if (body !== undefined) headers['Content-Type'] = mediaType
    if (call.key !== undefined && !/^[!-~]{1,255}$/.test(call.key))
      throw new TypeError('the Idempotency-Key must have 1 to 255 visible ASCII characters')
    if (call.isIdempotent) headers['Idempotency-Key'] = call.key ?? crypto.randomUUID()
    const data = mediaType === 'application/json' ? JSON.stringify(body) : body as BodyInit
    const isRepeatable = call.isIdempotent || method !== 'POST'
    let isLost = false
    for (let attempt = 0; ; attempt++) {
      let pause = (0.5 + Math.random() / 2) * 1000 * 2 ** attempt
      const abort = new AbortController()
      const timer = setTimeout(() => abort.abort(), this.timeout)
      try {
        // A redirect would send the key to another host.
        const answer = await fetch(this.url + path, {
          method, headers, body: data, redirect: 'manual', signal: abort.signal,
        })
        if (answer.ok) {
          const result = await content(answer), member = call.shownOnce
          if (member && answer.headers.has('Idempotent-Replayed') && omits(result, member, body))
            throw new PaysheetReplayed(member, result)
          return result
        }
        throw await refusal(answer)
      } catch (error) {
        if (error instanceof PaysheetReplayed) throw error
        if (error instanceof PaysheetError) {
          if (isLost && method === 'DELETE' && error.status === 404) return undefined
          if (attempt === this.retries || !this.passes(error, isRepeatable)) throw error
          if (error.retryAfter) pause = error.retryAfter * 1000
        } else {
          isLost = true
          if (attempt === this.retries || !isRepeatable) throw new PaysheetUnreachable(this.url, error)
        }
      } finally {
        clearTimeout(timer)
      }
      await new Promise(done => setTimeout(done, Math.min(pause, pauseMax)))
    }
  }

  private passes(error: PaysheetError, isRepeatable: boolean): boolean {
    if (error.status === 503) return isRepeatable || notCarriedOut.includes(error.code)
    return error.status === 429 || error.status === 409 && passingConflicts.includes(error.code)
  }

  protected async *pages(path: string, query: { after?: string }): AsyncGenerator<any, void, undefined> {
    for (let after: string | null | undefined = query.after; after !== null;) {
      const page: any = await this.call('GET', path, undefined, { query: { ...query, after } })
      yield* page.data
      after = page.nextCursor
    }
  }
}

async function content(answer: Response): Promise<any> {
  if (answer.status === 204) return undefined
  const isJSON = answer.headers.get('Content-Type')?.startsWith('application/json')
  return isJSON ? await answer.json() : new Uint8Array(await answer.arrayBuffer())
}

function omits(answer: any, member: string, body: any): boolean {
  // The server generates a code only for a gift card, and only if the call gives none.
  const isGenerated = (body?.[member] ?? undefined) === undefined && answer.kind !== 'store_credit'
  return isGenerated && !(member in answer)
}

async function refusal(answer: Response): Promise<PaysheetError> {
  const isProblem = answer.headers.get('Content-Type')?.startsWith('application/problem+json')
  const problem = isProblem ? await answer.json().catch(() => undefined) : undefined
  const after = answer.headers.get('Retry-After')
  return new PaysheetError(
    answer.status, problem ?? { code: '', detail: 'the answer is not from Paysheet' },
    after && /^\d+$/.test(after) ? Number(after) : undefined)
}

function segment(value: string | number): string {
  // They would be the path of another call.
  if (['', '.', '..'].includes(String(value))) throw new TypeError('an identifier must not be empty, . or ..')
  return encodeURIComponent(String(value))
}

/** The calls with a secret key, `sk_…`. */
export class Paysheet extends Transport {
  /** Create a checkout. */
  async createCheckout(body: CheckoutCreation, idempotencyKey?: string): Promise<CheckoutOpened> {
    return this.call('POST', '/v1/checkouts', body, { isIdempotent: true, key: idempotencyKey })
  }

  /** List checkouts, newest first. */
  listCheckouts(
    query: { status?: CheckoutStatus, reference?: string, lastFour?: string, tried?: boolean, createdAfter?: Time,
    createdBefore?: Time, limit?: number, after?: Cursor } = {},
  ): AsyncGenerator<CheckoutSummary, void, undefined> {
    return this.pages('/v1/checkouts', query)
  }

  /** Get sales figures. */
  async getFigures(query: { from?: Time, to?: Time, timeZone?: string } = {}): Promise<Figures> {
    return this.call('GET', '/v1/figures', undefined, { query })
  }

  /** Get a checkout. */
  async getCheckout(checkout: string, query: { clientVersion?: number } = {}): Promise<Checkout> {
    return this.call('GET', `/v1/checkouts/${segment(checkout)}`, undefined, { query })
  }

  /** Update a checkout. */
  async changeCheckout(checkout: string, body: CheckoutChange): Promise<Checkout> {
    return this.call('PATCH', `/v1/checkouts/${segment(checkout)}`, body)
  }

  /** Cancel an unpaid checkout. */
  async cancelCheckout(checkout: string, idempotencyKey?: string): Promise<Checkout> {
    return this.call(
      'POST', `/v1/checkouts/${segment(checkout)}/cancel`, undefined, { isIdempotent: true, key: idempotencyKey },
    )
  }

  /** Capture an authorized payment. */
  async captureCheckout(checkout: string, body?: CaptureRequest, idempotencyKey?: string): Promise<Capture> {
    return this.call(
      'POST', `/v1/checkouts/${segment(checkout)}/capture`, body, { isIdempotent: true, key: idempotencyKey },
    )
  }

  /** Void an authorized payment. */
  async voidCheckout(checkout: string, idempotencyKey?: string): Promise<Checkout> {
    return this.call(
      'POST', `/v1/checkouts/${segment(checkout)}/void`, undefined, { isIdempotent: true, key: idempotencyKey },
    )
  }

  /** List a checkout's refunds, newest first. */
  listRefunds(
    checkout: string, query: { limit?: number, after?: Cursor } = {},
  ): AsyncGenerator<Refund, void, undefined> {
    return this.pages(`/v1/checkouts/${segment(checkout)}/refunds`, query)
  }

  /** Refund a captured payment. */
  async refundCheckout(checkout: string, body?: RefundRequest, idempotencyKey?: string): Promise<Refund> {
    return this.call(
      'POST', `/v1/checkouts/${segment(checkout)}/refunds`, body, { isIdempotent: true, key: idempotencyKey },
    )
  }

  /** Get a refund. */
  async getRefund(checkout: string, refund: string): Promise<Refund> {
    return this.call('GET', `/v1/checkouts/${segment(checkout)}/refunds/${segment(refund)}`)
  }

  /** List a checkout's timeline, oldest first. */
  getTimeline(
    checkout: string, query: { limit?: number, after?: Cursor } = {},
  ): AsyncGenerator<TimelineEntry, void, undefined> {
    return this.pages(`/v1/checkouts/${segment(checkout)}/timeline`, query)
  }

  /** Attach a balance. */
  async attachBalance(
    checkout: string, body: BalanceSelection, query: { clientVersion?: number } = {},
  ): Promise<BalancesUpdate> {
    return this.call('POST', `/v1/checkouts/${segment(checkout)}/balances`, body, { query })
  }

  /** Detach a balance. */
  async detachBalance(
    checkout: string, balance: string, query: { clientVersion?: number } = {},
  ): Promise<BalancesUpdate> {
    return this.call('DELETE', `/v1/checkouts/${segment(checkout)}/balances/${segment(balance)}`, undefined, { query })
  }

  /** Get the merchant's settings. */
  async getSettings(): Promise<Settings> {
    return this.call('GET', '/v1/merchant')
  }

  /** Update the merchant's settings. */
  async changeSettings(body: SettingsChange): Promise<Settings> {
    return this.call('PATCH', '/v1/merchant', body)
  }

  /** Get Apple's file for a domain. */
  async getDomainAssociation(domain: string): Promise<DomainAssociation> {
    return this.call('GET', `/v1/domains/${segment(domain)}/association`)
  }

  /** Store Apple's file for a domain. */
  async storeDomainAssociation(domain: string, body: DomainAssociationStoring): Promise<DomainAssociation> {
    return this.call('PUT', `/v1/domains/${segment(domain)}/association`, body)
  }

  /** Delete Apple's file for a domain. */
  async deleteDomainAssociation(domain: string): Promise<void> {
    return this.call('DELETE', `/v1/domains/${segment(domain)}/association`)
  }

  /** List keys, newest first. */
  listKeys(query: { limit?: number, after?: Cursor } = {}): AsyncGenerator<Key, void, undefined> {
    return this.pages('/v1/keys', query)
  }

  /** Create a key. A replay omits its `secret` and throws PaysheetReplayed. */
  async createKey(body: KeyCreation, idempotencyKey?: string): Promise<Key> {
    return this.call('POST', '/v1/keys', body, { isIdempotent: true, key: idempotencyKey, shownOnce: 'secret' })
  }

  /** Rotate a key. A replay omits its `secret` and throws PaysheetReplayed. */
  async rotateKey(key: string, body?: KeyRotation, idempotencyKey?: string): Promise<Key> {
    return this.call(
      'POST', `/v1/keys/${segment(key)}/rotate`, body, { isIdempotent: true, key: idempotencyKey, shownOnce: 'secret' },
    )
  }

  /** Revoke a key. */
  async revokeKey(key: string): Promise<Key> {
    return this.call('DELETE', `/v1/keys/${segment(key)}`)
  }

  /** List certificates, newest first. */
  listCertificates(query: { limit?: number, after?: Cursor } = {}): AsyncGenerator<Certificate, void, undefined> {
    return this.pages('/v1/certificates', query)
  }

  /** Store a certificate and its private key. */
  async createCertificate(body: CertificateCreation, idempotencyKey?: string): Promise<Certificate> {
    return this.call('POST', '/v1/certificates', body, { isIdempotent: true, key: idempotencyKey })
  }

  /** Get a certificate. */
  async getCertificate(certificate: string): Promise<Certificate> {
    return this.call('GET', `/v1/certificates/${segment(certificate)}`)
  }

  /** Delete a certificate. */
  async deleteCertificate(certificate: string): Promise<void> {
    return this.call('DELETE', `/v1/certificates/${segment(certificate)}`)
  }

  /** Get the merchant's processor. */
  async getProcessor(): Promise<ProcessorConnection> {
    return this.call('GET', '/v1/processor')
  }

  /** Store the keys of the merchant's processor account. */
  async connectProcessor(body: ProcessorKeys): Promise<ProcessorConnection> {
    return this.call('PUT', '/v1/processor', body)
  }

  /** Delete the keys of the merchant's processor account. */
  async disconnectProcessor(): Promise<void> {
    return this.call('DELETE', '/v1/processor')
  }

  /** List coupons, newest first. */
  listCoupons(query: { limit?: number, after?: Cursor } = {}): AsyncGenerator<Coupon, void, undefined> {
    return this.pages('/v1/coupons', query)
  }

  /** Create a coupon. */
  async createCoupon(body: CouponCreation, idempotencyKey?: string): Promise<Coupon> {
    return this.call('POST', '/v1/coupons', body, { isIdempotent: true, key: idempotencyKey })
  }

  /** Get a coupon. */
  async getCoupon(coupon: string): Promise<Coupon> {
    return this.call('GET', `/v1/coupons/${segment(coupon)}`)
  }

  /** Update a coupon. */
  async changeCoupon(coupon: string, body: CouponChange): Promise<Coupon> {
    return this.call('PATCH', `/v1/coupons/${segment(coupon)}`, body)
  }

  /** Delete a coupon. */
  async deleteCoupon(coupon: string): Promise<void> {
    return this.call('DELETE', `/v1/coupons/${segment(coupon)}`)
  }

  /** List pictures, by name. */
  listPictures(query: { limit?: number, after?: Cursor } = {}): AsyncGenerator<Picture, void, undefined> {
    return this.pages('/v1/pictures', query)
  }

  /** Download a picture. */
  async getPicture(picture: string): Promise<Uint8Array> {
    return this.call('GET', `/v1/pictures/${segment(picture)}`)
  }

  /** Store or replace a picture. */
  async putPicture(picture: string, body: Uint8Array, mediaType: 'image/png' | 'image/jpeg'): Promise<Picture> {
    return this.call('PUT', `/v1/pictures/${segment(picture)}`, body, { mediaType })
  }

  /** Delete a picture. */
  async deletePicture(picture: string): Promise<void> {
    return this.call('DELETE', `/v1/pictures/${segment(picture)}`)
  }

  /** List pass types, newest first. */
  listPassTypes(query: { limit?: number, after?: Cursor } = {}): AsyncGenerator<PassType, void, undefined> {
    return this.pages('/v1/pass-types', query)
  }

  /** Create a pass type or an order type. */
  async createPassType(body: PassTypeCreation, idempotencyKey?: string): Promise<PassType> {
    return this.call('POST', '/v1/pass-types', body, { isIdempotent: true, key: idempotencyKey })
  }

  /** Get a pass type. */
  async getPassType(passType: string): Promise<PassType> {
    return this.call('GET', `/v1/pass-types/${segment(passType)}`)
  }

  /** Delete a pass type. */
  async deletePassType(passType: string): Promise<void> {
    return this.call('DELETE', `/v1/pass-types/${segment(passType)}`)
  }

  /** Get a pass type's template. */
  async getPassTemplate(passType: string): Promise<PassTemplate> {
    return this.call('GET', `/v1/pass-types/${segment(passType)}/template`)
  }

  /** Replace a pass type's template. */
  async putPassTemplate(passType: string, body: PassTemplate): Promise<PassType> {
    return this.call('PUT', `/v1/pass-types/${segment(passType)}/template`, body)
  }

  /** List what phones log about a pass type. */
  async getPassTypeLog(passType: string): Promise<PassTypeLog> {
    return this.call('GET', `/v1/pass-types/${segment(passType)}/log`)
  }

  /** List passes, newest first. */
  listPasses(
    query: { passType?: PassTypeIdentifier, customer?: CustomerIdentifier, balance?: BalanceIdentifier,
    checkout?: CheckoutIdentifier, relevantFrom?: Time, relevantUntil?: Time, devicesMin?: number, limit?: number,
    after?: Cursor } = {},
  ): AsyncGenerator<Pass, void, undefined> {
    return this.pages('/v1/passes', query)
  }

  /** Issue a pass. */
  async issuePass(body: PassCreation, idempotencyKey?: string): Promise<Pass> {
    return this.call('POST', '/v1/passes', body, { isIdempotent: true, key: idempotencyKey })
  }

  /** Get a pass. */
  async getPass(pass: string): Promise<Pass> {
    return this.call('GET', `/v1/passes/${segment(pass)}`)
  }

  /** Update or void a pass. */
  async changePass(pass: string, body: PassChange): Promise<Pass> {
    return this.call('PATCH', `/v1/passes/${segment(pass)}`, body)
  }

  /** Download a pass. */
  async getPassPackage(pass: string): Promise<Uint8Array> {
    return this.call('GET', `/v1/passes/${segment(pass)}/package`)
  }

  /** Get a pass's fields. */
  async getPassFields(pass: string, query: { language?: string } = {}): Promise<PassFields> {
    return this.call('GET', `/v1/passes/${segment(pass)}/fields`, undefined, { query })
  }

  /** Replace a pass's download URL. */
  async renewPassLink(pass: string, idempotencyKey?: string): Promise<Pass> {
    return this.call('POST', `/v1/passes/${segment(pass)}/link`, undefined, { isIdempotent: true, key: idempotencyKey })
  }

  /** Revoke a pass's download URL. */
  async revokePassLink(pass: string): Promise<void> {
    return this.call('DELETE', `/v1/passes/${segment(pass)}/link`)
  }

  /** Get a checkout's order. */
  async getOrder(checkout: string): Promise<Order> {
    return this.call('GET', `/v1/checkouts/${segment(checkout)}/order`)
  }

  /** Update a checkout's order. */
  async changeOrder(checkout: string, body: OrderChange): Promise<Order> {
    return this.call('PATCH', `/v1/checkouts/${segment(checkout)}/order`, body)
  }

  /** Download a checkout's order. */
  async getOrderPackage(checkout: string): Promise<Uint8Array> {
    return this.call('GET', `/v1/checkouts/${segment(checkout)}/order/package`)
  }

  /** Start a shared order. */
  async startSharedOrder(body: SharedOrderStart, idempotencyKey?: string): Promise<SharedOrderStarted> {
    return this.call('POST', '/v1/shared-orders', body, { isIdempotent: true, key: idempotencyKey })
  }

  /** List shared orders, newest first. */
  listSharedOrders(
    query: { limit?: number, after?: Cursor } = {},
  ): AsyncGenerator<SharedOrderSummary, void, undefined> {
    return this.pages('/v1/shared-orders', query)
  }

  /** Get a shared order. */
  async getSharedOrder(sharedOrder: string): Promise<SharedOrder> {
    return this.call('GET', `/v1/shared-orders/${segment(sharedOrder)}`)
  }

  /** Cancel a shared order. */
  async cancelSharedOrder(sharedOrder: string): Promise<SharedOrder> {
    return this.call('POST', `/v1/shared-orders/${segment(sharedOrder)}/cancel`)
  }

  /** Replace a shared order's link. */
  async renewSharedLink(sharedOrder: string): Promise<SharedOrder> {
    return this.call('POST', `/v1/shared-orders/${segment(sharedOrder)}/link`)
  }

  /** Erase a shared order's participants. */
  async eraseSharedOrder(sharedOrder: string): Promise<SharedOrder> {
    return this.call('POST', `/v1/shared-orders/${segment(sharedOrder)}/erase`)
  }

  /** List balances, newest first. */
  listBalances(
    query: { reference?: string, customer?: CustomerIdentifier, limit?: number, after?: Cursor } = {},
  ): AsyncGenerator<Balance, void, undefined> {
    return this.pages('/v1/balances', query)
  }

  /** Create a balance. A replay omits its `code` and throws PaysheetReplayed. */
  async createBalance(body: BalanceCreation, idempotencyKey?: string): Promise<Balance> {
    return this.call('POST', '/v1/balances', body, { isIdempotent: true, key: idempotencyKey, shownOnce: 'code' })
  }

  /** Look up a balance by its code. */
  async lookUpBalance(body: CodeLookup): Promise<Balance> {
    return this.call('POST', '/v1/balances/lookup', body)
  }

  /** Get a balance. */
  async getBalance(balance: string): Promise<Balance> {
    return this.call('GET', `/v1/balances/${segment(balance)}`)
  }

  /** Update a balance. */
  async changeBalance(balance: string, body: BalanceChange): Promise<Balance> {
    return this.call('PATCH', `/v1/balances/${segment(balance)}`, body)
  }

  /** Credit a balance. */
  async creditBalance(balance: string, body: Movement, idempotencyKey?: string): Promise<Transfer> {
    return this.call(
      'POST', `/v1/balances/${segment(balance)}/credits`, body, { isIdempotent: true, key: idempotencyKey },
    )
  }

  /** Debit a balance. */
  async debitBalance(balance: string, body: Movement, idempotencyKey?: string): Promise<Transfer> {
    return this.call(
      'POST', `/v1/balances/${segment(balance)}/debits`, body, { isIdempotent: true, key: idempotencyKey },
    )
  }

  /** List a balance's entries, newest first. */
  listEntries(balance: string, query: { limit?: number, after?: Cursor } = {}): AsyncGenerator<Entry, void, undefined> {
    return this.pages(`/v1/balances/${segment(balance)}/entries`, query)
  }

  /** Freeze a balance. */
  async freezeBalance(balance: string, idempotencyKey?: string): Promise<Balance> {
    return this.call(
      'POST', `/v1/balances/${segment(balance)}/freeze`, undefined, { isIdempotent: true, key: idempotencyKey },
    )
  }

  /** Unfreeze a balance. */
  async unfreezeBalance(balance: string, idempotencyKey?: string): Promise<Balance> {
    return this.call(
      'POST', `/v1/balances/${segment(balance)}/unfreeze`, undefined, { isIdempotent: true, key: idempotencyKey },
    )
  }

  /** List a balance's holds, newest first. */
  listHolds(balance: string, query: { limit?: number, after?: Cursor } = {}): AsyncGenerator<Hold, void, undefined> {
    return this.pages(`/v1/balances/${segment(balance)}/holds`, query)
  }

  /** Hold money of a balance. */
  async holdBalance(balance: string, body: HoldCreation, idempotencyKey?: string): Promise<Hold> {
    return this.call(
      'POST', `/v1/balances/${segment(balance)}/holds`, body, { isIdempotent: true, key: idempotencyKey },
    )
  }

  /** Capture a hold. */
  async captureHold(balance: string, hold: string, body?: HoldCapture, idempotencyKey?: string): Promise<Hold> {
    return this.call(
      'POST', `/v1/balances/${segment(balance)}/holds/${segment(hold)}/capture`, body, { isIdempotent: true,
      key: idempotencyKey },
    )
  }

  /** Release a hold. */
  async releaseHold(balance: string, hold: string, idempotencyKey?: string): Promise<Hold> {
    return this.call(
      'POST', `/v1/balances/${segment(balance)}/holds/${segment(hold)}/release`, undefined, { isIdempotent: true,
      key: idempotencyKey },
    )
  }

  /** Move money from one balance to another. */
  async createTransfer(body: TransferCreation, idempotencyKey?: string): Promise<Transfer> {
    return this.call('POST', '/v1/transfers', body, { isIdempotent: true, key: idempotencyKey })
  }

  /** List plans, newest first. */
  listPlans(query: { limit?: number, after?: Cursor } = {}): AsyncGenerator<Plan, void, undefined> {
    return this.pages('/v1/plans', query)
  }

  /** Create a plan. */
  async createPlan(body: PlanTerms, idempotencyKey?: string): Promise<Plan> {
    return this.call('POST', '/v1/plans', body, { isIdempotent: true, key: idempotencyKey })
  }

  /** Get a plan, or one of its versions. */
  async getPlan(plan: string, query: { version?: number } = {}): Promise<Plan> {
    return this.call('GET', `/v1/plans/${segment(plan)}`, undefined, { query })
  }

  /** Stop selling a plan. */
  async deletePlan(plan: string): Promise<void> {
    return this.call('DELETE', `/v1/plans/${segment(plan)}`)
  }

  /** Create a version of a plan. */
  async createPlanVersion(plan: string, body: PlanTerms, idempotencyKey?: string): Promise<Plan> {
    return this.call('POST', `/v1/plans/${segment(plan)}/versions`, body, { isIdempotent: true, key: idempotencyKey })
  }

  /** List subscriptions, newest first. */
  listSubscriptions(
    query: { status?: SubscriptionStatus, customer?: CustomerIdentifier, plan?: PlanIdentifier,
    checkout?: CheckoutIdentifier, limit?: number, after?: Cursor } = {},
  ): AsyncGenerator<Subscription, void, undefined> {
    return this.pages('/v1/subscriptions', query)
  }

  /** Get a subscription. */
  async getSubscription(subscription: string): Promise<Subscription> {
    return this.call('GET', `/v1/subscriptions/${segment(subscription)}`)
  }

  /** List upcoming charges. */
  async listUpcoming(subscription: string, query: { limit?: number } = {}): Promise<UpcomingList> {
    return this.call('GET', `/v1/subscriptions/${segment(subscription)}/upcoming`, undefined, { query })
  }

  /** Quote or apply a change of plan. */
  async changeSubscription(
    subscription: string, body: SubscriptionChange, idempotencyKey?: string,
  ): Promise<SubscriptionChangeOutcome | SubscriptionQuote> {
    return this.call(
      'POST', `/v1/subscriptions/${segment(subscription)}/change`, body, { isIdempotent: true, key: idempotencyKey },
    )
  }

  /** Pause a subscription. */
  async pauseSubscription(
    subscription: string, body?: SubscriptionPause, idempotencyKey?: string,
  ): Promise<Subscription> {
    return this.call(
      'POST', `/v1/subscriptions/${segment(subscription)}/pause`, body, { isIdempotent: true, key: idempotencyKey },
    )
  }

  /** Resume a subscription. */
  async resumeSubscription(subscription: string, idempotencyKey?: string): Promise<Subscription> {
    return this.call(
      'POST', `/v1/subscriptions/${segment(subscription)}/resume`, undefined, { isIdempotent: true,
      key: idempotencyKey },
    )
  }

  /** Cancel a subscription. */
  async cancelSubscription(
    subscription: string, body?: SubscriptionCancellation, idempotencyKey?: string,
  ): Promise<Subscription> {
    return this.call(
      'POST', `/v1/subscriptions/${segment(subscription)}/cancel`, body, { isIdempotent: true, key: idempotencyKey },
    )
  }

  /** Open a payment sheet. */
  async openPaymentSheet(subscription: string): Promise<PaymentSheet> {
    return this.call('POST', `/v1/subscriptions/${segment(subscription)}/payment-sheet`)
  }

  /** List invoices, newest first. */
  listInvoices(
    query: { status?: InvoiceStatus, subscription?: SubscriptionIdentifier, limit?: number, after?: Cursor } = {},
  ): AsyncGenerator<Invoice, void, undefined> {
    return this.pages('/v1/invoices', query)
  }

  /** Get an invoice. */
  async getInvoice(invoice: string): Promise<Invoice> {
    return this.call('GET', `/v1/invoices/${segment(invoice)}`)
  }

  /** Finalize a variable invoice. */
  async finalizeInvoice(invoice: string, body: InvoiceFinalization, idempotencyKey?: string): Promise<Invoice> {
    return this.call(
      'POST', `/v1/invoices/${segment(invoice)}/finalize`, body, { isIdempotent: true, key: idempotencyKey },
    )
  }

  /** Retry an invoice. */
  async retryInvoice(invoice: string, idempotencyKey?: string): Promise<Invoice> {
    return this.call(
      'POST', `/v1/invoices/${segment(invoice)}/retry`, undefined, { isIdempotent: true, key: idempotencyKey },
    )
  }

  /** Void an invoice. */
  async voidInvoice(invoice: string, idempotencyKey?: string): Promise<Invoice> {
    return this.call(
      'POST', `/v1/invoices/${segment(invoice)}/void`, undefined, { isIdempotent: true, key: idempotencyKey },
    )
  }

  /** List later payments, newest first. */
  listLaterPayments(
    query: { status?: LaterPaymentStatus, checkout?: CheckoutIdentifier, limit?: number, after?: Cursor } = {},
  ): AsyncGenerator<LaterPayment, void, undefined> {
    return this.pages('/v1/later-payments', query)
  }

  /** Get a later payment. */
  async getLaterPayment(laterPayment: string): Promise<LaterPayment> {
    return this.call('GET', `/v1/later-payments/${segment(laterPayment)}`)
  }

  /** Cancel a later payment. */
  async cancelLaterPayment(
    laterPayment: string, body?: LaterPaymentCancellation, idempotencyKey?: string,
  ): Promise<LaterPayment> {
    return this.call(
      'POST', `/v1/later-payments/${segment(laterPayment)}/cancel`, body, { isIdempotent: true, key: idempotencyKey },
    )
  }

  /** List test clocks, newest first. */
  listTestClocks(query: { limit?: number, after?: Cursor } = {}): AsyncGenerator<TestClock, void, undefined> {
    return this.pages('/v1/test-clocks', query)
  }

  /** Create a test clock. */
  async createTestClock(body: TestClockCreation, idempotencyKey?: string): Promise<TestClock> {
    return this.call('POST', '/v1/test-clocks', body, { isIdempotent: true, key: idempotencyKey })
  }

  /** Get a test clock. */
  async getTestClock(clock: string): Promise<TestClock> {
    return this.call('GET', `/v1/test-clocks/${segment(clock)}`)
  }

  /** Advance a test clock. */
  async advanceTestClock(clock: string, body: TestClockAdvance, idempotencyKey?: string): Promise<TestClock> {
    return this.call(
      'POST', `/v1/test-clocks/${segment(clock)}/advance`, body, { isIdempotent: true, key: idempotencyKey },
    )
  }

  /** List customers, newest first. */
  listCustomers(query: { limit?: number, after?: Cursor } = {}): AsyncGenerator<Customer, void, undefined> {
    return this.pages('/v1/customers', query)
  }

  /** Get a customer. */
  async getCustomer(customer: string): Promise<Customer> {
    return this.call('GET', `/v1/customers/${segment(customer)}`)
  }

  /** Erase a customer. */
  async eraseCustomer(customer: string): Promise<void> {
    return this.call('DELETE', `/v1/customers/${segment(customer)}`)
  }

  /** Export a customer's data. */
  async exportCustomer(customer: string, query: { after?: Cursor } = {}): Promise<CustomerExport> {
    return this.call('GET', `/v1/customers/${segment(customer)}/export`, undefined, { query })
  }

  /** List webhook endpoints, newest first. */
  listWebhookEndpoints(
    query: { limit?: number, after?: Cursor } = {},
  ): AsyncGenerator<WebhookEndpoint, void, undefined> {
    return this.pages('/v1/webhook-endpoints', query)
  }

  /** Create a webhook endpoint. A replay omits its `secret` and throws PaysheetReplayed. */
  async createWebhookEndpoint(body: WebhookEndpointCreation, idempotencyKey?: string): Promise<WebhookEndpoint> {
    return this.call(
      'POST', '/v1/webhook-endpoints', body, { isIdempotent: true, key: idempotencyKey, shownOnce: 'secret' },
    )
  }

  /** Get a webhook endpoint. */
  async getWebhookEndpoint(endpoint: string): Promise<WebhookEndpoint> {
    return this.call('GET', `/v1/webhook-endpoints/${segment(endpoint)}`)
  }

  /** Update a webhook endpoint. */
  async changeWebhookEndpoint(endpoint: string, body: WebhookEndpointChange): Promise<WebhookEndpoint> {
    return this.call('PATCH', `/v1/webhook-endpoints/${segment(endpoint)}`, body)
  }

  /** Delete a webhook endpoint. */
  async deleteWebhookEndpoint(endpoint: string): Promise<void> {
    return this.call('DELETE', `/v1/webhook-endpoints/${segment(endpoint)}`)
  }

  /** Rotate the signing secret. A replay omits its `secret` and throws PaysheetReplayed. */
  async rotateWebhookSecret(
    endpoint: string, body?: WebhookSecretRotation, idempotencyKey?: string,
  ): Promise<WebhookEndpoint> {
    return this.call(
      'POST', `/v1/webhook-endpoints/${segment(endpoint)}/rotate-secret`, body, { isIdempotent: true,
      key: idempotencyKey, shownOnce: 'secret' },
    )
  }

  /** List an endpoint's deliveries, the newest events first. */
  listWebhookDeliveries(
    endpoint: string, query: { state?: DeliveryState, limit?: number, after?: Cursor } = {},
  ): AsyncGenerator<Delivery, void, undefined> {
    return this.pages(`/v1/webhook-endpoints/${segment(endpoint)}/deliveries`, query)
  }

  /** Get a delivery with its attempts. */
  async getWebhookDelivery(endpoint: string, event: string): Promise<DeliveryWithAttempts> {
    return this.call('GET', `/v1/webhook-endpoints/${segment(endpoint)}/deliveries/${segment(event)}`)
  }

  /** Redeliver an event. */
  async redeliverEvent(endpoint: string, event: string, idempotencyKey?: string): Promise<Delivery> {
    return this.call(
      'POST', `/v1/webhook-endpoints/${segment(endpoint)}/deliveries/${segment(event)}/redeliver`, undefined,
      { isIdempotent: true, key: idempotencyKey },
    )
  }

  /** List events, oldest first. */
  listEvents(
    query: { limit?: number, after?: Cursor, type?: EventType, object?: string, order?: 'oldest' | 'newest' } = {},
  ): AsyncGenerator<Event, void, undefined> {
    return this.pages('/v1/events', query)
  }

  /** Get an event. */
  async getEvent(event: string): Promise<Event> {
    return this.call('GET', `/v1/events/${segment(event)}`)
  }

  /** Validate a contact. */
  async validateContact(body: ContactValidation): Promise<ContactVerdict> {
    return this.call('POST', '/v1/contacts/validate', body)
  }

  /** Open a dispute. */
  async openSandboxDispute(checkout: string, body?: SandboxDisputeRequest): Promise<SandboxDispute> {
    return this.call('POST', `/v1/sandbox/checkouts/${segment(checkout)}/disputes`, body)
  }

  /** Decide a dispute for the merchant. */
  async winSandboxDispute(reference: string): Promise<SandboxDispute> {
    return this.call('POST', `/v1/sandbox/disputes/${segment(reference)}/win`)
  }

  /** Decide a dispute for the buyer. */
  async loseSandboxDispute(reference: string): Promise<SandboxDispute> {
    return this.call('POST', `/v1/sandbox/disputes/${segment(reference)}/lose`)
  }

  /** Make a pending refund succeed. */
  async succeedSandboxRefund(refund: string): Promise<SandboxRefund> {
    return this.call('POST', `/v1/sandbox/refunds/${segment(refund)}/succeed`)
  }

  /** Make a pending refund fail. */
  async failSandboxRefund(refund: string): Promise<SandboxRefund> {
    return this.call('POST', `/v1/sandbox/refunds/${segment(refund)}/fail`)
  }
}

/** The calls with the client secret of a checkout, `cs_…`. */
export class Sheet extends Transport {
  /** Get a checkout. */
  async getCheckout(checkout: string, query: { clientVersion?: number } = {}): Promise<BrowserCheckout> {
    return this.call('GET', `/v1/checkouts/${segment(checkout)}`, undefined, { query })
  }

  /** Request a merchant session (onvalidatemerchant). */
  async askForMerchantSession(checkout: string, body: MerchantSessionRequest): Promise<MerchantSession> {
    return this.call('POST', `/v1/checkouts/${segment(checkout)}/merchant-session`, body)
  }

  /** Select a shipping contact (onshippingcontactselected). */
  async selectShippingContact(
    checkout: string, body: ShippingContactSelection, query: { clientVersion?: number } = {},
  ): Promise<ShippingContactUpdate> {
    return this.call('POST', `/v1/checkouts/${segment(checkout)}/shipping-contact`, body, { query })
  }

  /** Select a shipping method (onshippingmethodselected). */
  async selectShippingMethod(
    checkout: string, body: ShippingMethodSelection, query: { clientVersion?: number } = {},
  ): Promise<ShippingMethodUpdate> {
    return this.call('POST', `/v1/checkouts/${segment(checkout)}/shipping-method`, body, { query })
  }

  /** Select a payment method (onpaymentmethodselected). */
  async selectPaymentMethod(
    checkout: string, body: PaymentMethodSelection, query: { clientVersion?: number } = {},
  ): Promise<PaymentMethodUpdate> {
    return this.call('POST', `/v1/checkouts/${segment(checkout)}/payment-method`, body, { query })
  }

  /** Change the coupon code (oncouponcodechanged). */
  async changeCouponCode(
    checkout: string, body: CouponCodeSelection, query: { clientVersion?: number } = {},
  ): Promise<CouponCodeUpdate> {
    return this.call('POST', `/v1/checkouts/${segment(checkout)}/coupon-code`, body, { query })
  }

  /** Attach a balance. */
  async attachBalance(
    checkout: string, body: BalanceSelection, query: { clientVersion?: number } = {},
  ): Promise<BalancesUpdate> {
    return this.call('POST', `/v1/checkouts/${segment(checkout)}/balances`, body, { query })
  }

  /** Detach a balance. */
  async detachBalance(
    checkout: string, balance: string, query: { clientVersion?: number } = {},
  ): Promise<BalancesUpdate> {
    return this.call('DELETE', `/v1/checkouts/${segment(checkout)}/balances/${segment(balance)}`, undefined, { query })
  }

  /** Authorize a payment (onpaymentauthorized). */
  async authorizeCheckout(
    checkout: string, body: Authorization, query: { clientVersion?: number } = {}, idempotencyKey?: string,
  ): Promise<AuthorizationResult> {
    return this.call(
      'POST', `/v1/checkouts/${segment(checkout)}/authorize`, body, { query, isIdempotent: true, key: idempotencyKey },
    )
  }

  /** Create an account for the buyer. */
  async openAccount(checkout: string, body: AccountConsent, idempotencyKey?: string): Promise<Account> {
    return this.call(
      'POST', `/v1/checkouts/${segment(checkout)}/customer`, body, { isIdempotent: true, key: idempotencyKey },
    )
  }
}

/** A card network, as Apple names it. */
export type Network = 'amex' | 'bancomat' | 'bancontact' | 'cartesBancaires' | 'chinaUnionPay' | 'dankort' | 'discover'
  | 'eftpos' | 'electron' | 'elo' | 'girocard' | 'interac' | 'jcb' | 'mada' | 'maestro' | 'masterCard' | 'mir' |
  'privateLabel' | 'visa' | 'vPay'

export type Networks = Network[]

export type MerchantCapabilities = ('supports3DS' | 'supportsEMV' | 'supportsCredit' | 'supportsDebit')[]

export type ContactFields = ('email' | 'name' | 'phone' | 'postalAddress' | 'phoneticName')[]

export type Countries = Country[]

export type ShippingType = 'shipping' | 'delivery' | 'storePickup' | 'servicePickup'

export type EditingMode = 'available' | 'enabled' | 'storePickup'

/** Apple's ApplePayPaymentContact, as a device sends it. The server ignores unknown members. */
export interface Contact {
  phoneNumber?: string
  emailAddress?: string
  givenName?: string
  familyName?: string
  phoneticGivenName?: string
  phoneticFamilyName?: string
  addressLines?: string[]
  subLocality?: string
  locality?: string
  postalCode?: string
  subAdministrativeArea?: string
  administrativeArea?: string
  country?: string
  countryCode?: string
}

/** A contact in its normalized form, without unknown values. */
export interface NormalContact {
  phoneNumber?: string
  emailAddress?: string
  givenName?: string
  familyName?: string
  phoneticGivenName?: string
  phoneticFamilyName?: string
  addressLines?: string[]
  subLocality?: string
  locality?: string
  postalCode?: string
  subAdministrativeArea?: string
  administrativeArea?: string
  country?: string
  countryCode?: string
}

/**
 * The buyer's own text of each part that the normalized form spells differently, such as a phone number with its
 * extension. Absent if there is none.
 */
export interface GivenContact {
  phoneNumber?: string
  emailAddress?: string
  givenName?: string
  familyName?: string
  phoneticGivenName?: string
  phoneticFamilyName?: string
  addressLines?: string[]
  subLocality?: string
  locality?: string
  postalCode?: string
  subAdministrativeArea?: string
  administrativeArea?: string
  country?: string
  countryCode?: string
}

/**
 * Apple's ApplePayLineItem. Only an immediate line may be negative, and a pending one may omit its amount. The
 * recurring members are for `paymentTiming` recurring; `deferredPaymentDate` is for deferred, and the threshold for
 * automaticReload, where they are required.
 */
export interface LineItem {
  label: Label
  amount?: SignedAmount
  type?: 'final' | 'pending'
  paymentTiming?: 'immediate' | 'recurring' | 'deferred' | 'automaticReload'
  recurringPaymentStartDate?: Time
  recurringPaymentEndDate?: Time
  recurringPaymentIntervalUnit?: 'year' | 'month' | 'day' | 'hour' | 'minute'
  recurringPaymentIntervalCount?: number
  deferredPaymentDate?: Time
  /** The server reloads the balance if it has less. Greater than zero. */
  automaticReloadPaymentThresholdAmount?: Amount
  creditsBalance?: CreditsBalance
}

/** The balance that an immediate line credits with its price when it is captured; a refund debits it again. */
export type CreditsBalance = string

/** The lines of the sheet, each with its amount and type. */
export type LineItems = LineItem[]

/** A text that is not blank and has no control characters. */
export type Label = string

/** The sheet's last line, labeled with the merchant's `statementName`. */
export interface Total {
  label: Label
  amount: Amount
  type: 'final' | 'pending'
}

export interface DateComponents {
  years: number
  months: number
  days: number
  hours?: number
}

export interface DateComponentsRange {
  startDateComponents: DateComponents
  endDateComponents: DateComponents
}

/** Apple's ApplePayShippingMethod. */
export interface ShippingMethod {
  identifier: Label
  label: Label
  detail: string
  amount: Amount
  dateComponentsRange?: DateComponentsRange
}

/** The available methods, each with a different identifier. The first one is selected. */
export type ShippingMethods = ShippingMethod[]

/** Apple's ApplePayRecurringPaymentRequest. Its billings have `paymentTiming` recurring. */
export interface RecurringPaymentRequest {
  paymentDescription: string
  regularBilling: LineItem
  trialBilling?: LineItem
  billingAgreement?: string
  managementURL: SecureURL
  tokenNotificationURL?: SecureURL
}

/**
 * Apple's ApplePayAutomaticReloadPaymentRequest. Its billing has `paymentTiming` automaticReload and a threshold
 * amount.
 */
export interface AutomaticReloadPaymentRequest {
  paymentDescription: string
  automaticReloadBilling: LineItem
  billingAgreement?: string
  managementURL: SecureURL
  tokenNotificationURL?: SecureURL
}

/**
 * Apple's ApplePayDeferredPaymentRequest. Its billing has `paymentTiming` deferred. The cancellation date requires its
 * time zone, and the other way round.
 */
export interface DeferredPaymentRequest {
  paymentDescription: string
  deferredBilling: LineItem
  billingAgreement?: string
  managementURL: SecureURL
  tokenNotificationURL?: SecureURL
  /** Not later than `deferredPaymentDate`. */
  freeCancellationDate?: Time
  /** An IANA name, such as America/Los_Angeles. */
  freeCancellationDateTimeZone?: string
}

/** Apple's ApplePayPaymentTokenContext. */
export interface TokenContext {
  merchantIdentifier: string
  /** Always the same for the same merchant. */
  externalIdentifier: string
  merchantName: string
  merchantDomain?: string
  amount: Amount
}

/** The amounts together are at most the total. */
export type TokenContexts = TokenContext[]

/** Apple's ApplePayPaymentRequest, without the members that the `clientVersion` does not know. */
export interface PaymentRequest {
  countryCode: Country
  currencyCode: Currency
  merchantCapabilities: MerchantCapabilities
  supportedNetworks: Networks
  total: Total
  lineItems?: LineItems
  requiredShippingContactFields?: ContactFields
  requiredBillingContactFields?: ContactFields
  shippingContact?: NormalContact
  billingContact?: NormalContact
  shippingMethods?: ShippingMethods
  shippingType?: ShippingType
  shippingContactEditingMode?: EditingMode
  supportedCountries?: Countries
  supportsCouponCode?: boolean
  couponCode?: string
  applicationData?: ApplicationData
  merchantCategoryCode?: MerchantCategoryCode
  recurringPaymentRequest?: RecurringPaymentRequest
  automaticReloadPaymentRequest?: AutomaticReloadPaymentRequest
  deferredPaymentRequest?: DeferredPaymentRequest
  multiTokenContexts?: TokenContexts
}

/** An ISO 18245 code. */
export type MerchantCategoryCode = string

/** Base64. The payment token contains its hash. */
export type ApplicationData = string

export interface MerchantSessionRequest {
  /**
   * The URL of Apple's event: https, one of Apple's gateways, and no port, user, query or fragment. By default apple-
   * pay-gateway.apple.com for a live merchant and apple-pay-gateway-cert.apple.com for a test merchant.
   */
  validationURL?: string
}

/** Apple's own response, for the browser. Its content may change. */
export type MerchantSession = Record<string, unknown>

/**
 * The arguments of `new ApplePayError(code, contactField, message)`; `messageCode` is the code of the message in the
 * catalog.
 */
export interface SheetError {
  code: 'unknown' | 'shippingContactInvalid' | 'billingContactInvalid' | 'addressUnserviceable' | 'couponCodeInvalid' |
    'couponCodeExpired'
  contactField?: ContactField
  message: Message
  messageCode: MessageCode
}

export type ContactField = 'phoneNumber' | 'emailAddress' | 'name' | 'phoneticName' | 'postalAddress' | 'addressLines' |
  'locality' | 'subLocality' | 'postalCode' | 'administrativeArea' | 'subAdministrativeArea' | 'country' | 'countryCode'

/** The most important error first; empty means success. Absent with `clientVersion` 1 or 2, which has `status`. */
export type SheetErrors = SheetError[]

/** Anyone who knows the code of a gift card may spend it. */
export type BalanceKind = 'gift_card' | 'store_credit' | 'prepaid'

export interface BalanceCreation {
  kind: BalanceKind
  currencyCode: Currency
  /** The initial amount; greater than zero. */
  amount?: Amount
  /**
   * 8 to 64 ASCII letters and digits, with at least 4 different ones, and at least 12 if it has only digits. Case,
   * blanks and dashes are ignored. For a gift card without a code the server generates one.
   */
  code?: string
  /** The customer that the balance belongs to. */
  customer?: CustomerIdentifier
  /** The first moment at which the balance can no longer be spent; by default never. */
  expiresAt?: Time
  reference?: Reference
  metadata?: Metadata
}

export interface BalanceChange {
  expiresAt?: Time | null
  reference?: Reference | null
  metadata?: Metadata | null
}

export interface Balance {
  id: BalanceIdentifier
  kind: BalanceKind
  /** A balance that is both expired and frozen is `expired`. */
  status: 'active' | 'frozen' | 'expired'
  currencyCode: Currency
  amount: Amount
  /** The part of the amount that is held. */
  held: Amount
  /** The part of the amount that is not held. */
  available: Amount
  /** The generated code, which only the response that creates the balance contains. */
  code?: string
  /** The end of the code, to distinguish cards. */
  codeHint?: string
  customer?: CustomerIdentifier
  reference?: Reference
  metadata?: Metadata
  /** Whether the merchant froze the balance, or the server did because a bank took back the payment that funded it. */
  frozenBecause?: 'merchant' | 'dispute'
  frozenAt?: Time
  expiresAt?: Time
  createdAt: Time
}

export interface BalanceList {
  data: Balance[]
  nextCursor: Cursor | null
}

export interface CodeLookup {
  /** The code as the buyer typed it. */
  code: string
}

export interface Movement {
  /** Greater than zero. */
  amount: Amount
  currencyCode: Currency
  reference?: Reference
}

/**
 * A balance, or one of the system's accounts: `issuance` (issued without payment), `withdrawal` (taken out by the
 * merchant), `revenue` (sold), `processor` (paid by card), `disputed` (taken back by a bank for now), `loss` (taken
 * back by a bank for good, after the money had been spent from a balance).
 */
export type LedgerAccount = BalanceIdentifier | 'issuance' | 'withdrawal' | 'revenue' | 'processor' | 'disputed' |
  'loss'

export type TransferKind = 'credit' | 'debit' | 'transfer' | 'hold_capture' | 'capture' | 'refund' | 'dispute_opened' |
  'dispute_won' | 'dispute_lost'

export interface TransferCreation {
  from: BalanceIdentifier
  to: BalanceIdentifier
  /** Greater than zero. */
  amount: Amount
  currencyCode: Currency
  reference?: Reference
}

/** A movement of money, which never changes. */
export interface Transfer {
  id: TransferIdentifier
  kind: TransferKind
  currencyCode: Currency
  amount: Amount
  from: LedgerAccount
  to: LedgerAccount
  checkout?: CheckoutIdentifier
  reference?: Reference
  at: Time
}

export interface Entry {
  transfer: TransferIdentifier
  kind: TransferKind
  currencyCode: Currency
  /** Negative if the money left the balance. */
  amount: SignedAmount
  /** The amount of the balance after the transfer. */
  after: Amount
  /** The other side of the transfer. */
  account: LedgerAccount
  checkout?: CheckoutIdentifier
  reference?: Reference
  at: Time
}

export interface EntryList {
  data: Entry[]
  nextCursor: Cursor | null
}

export interface HoldCreation {
  /** Greater than zero. */
  amount: Amount
  currencyCode: Currency
  /** Within 90 days; by default in seven days. */
  expiresAt?: Time
  reference?: Reference
}

export interface HoldCapture {
  /** Greater than zero; by default everything that is held. */
  amount?: Amount
  currencyCode?: Currency
}

export interface Hold {
  id: HoldIdentifier
  balance: BalanceIdentifier
  status: 'active' | 'captured' | 'released' | 'expired'
  currencyCode: Currency
  amount: Amount
  captured: Amount
  /** The part of a checkout's payment that was refunded to the balance. */
  refunded: Amount
  /** The checkout that the hold belongs to; absent if it is the merchant's own. */
  checkout?: CheckoutIdentifier
  reference?: Reference
  /** Time at which the hold expires; absent while a payment depends on it. */
  expiresAt?: Time
  createdAt: Time
  endedAt?: Time
}

export interface HoldList {
  data: Hold[]
  nextCursor: Cursor | null
}

export type CheckoutStatus = 'open' | 'authorizing' | 'authorized' | 'captured' | 'refunded' | 'canceled' | 'expired' |
  'failed'

/** One line of the cart. A pending one may omit its price. */
export interface Item {
  name: string
  quantity?: number
  unitPrice?: Amount
  sku?: Label
  taxCode?: string
  requiresShipping?: boolean
  imageURL?: SecureURL
  /** Whether the price is an estimate. */
  pending?: boolean
  creditsBalance?: CreditsBalance
}

export type Items = Item[]

export type GivenLineItems = LineItem[]

export type Metadata = Record<string, string>

/** The merchant's own name for the order; need not be unique. */
export type Reference = string

export interface CheckoutCreation {
  items?: Items
  /** With a plan, items that are bought once; they must be final and immediate. */
  lineItems?: GivenLineItems
  /** The plan that a buyer who pays subscribes to. It supplies lines, a recurring request and the currency. */
  plan?: PlanIdentifier
  /**
   * The test clock for the calendar of later charges: of the plan's subscription, or of a `deferredPaymentRequest` or
   * `automaticReloadPaymentRequest`. Only for test merchants.
   */
  testClock?: TestClockIdentifier
  currencyCode: Currency
  /** The country where the merchant does business; required unless the settings contain it. */
  countryCode?: Country
  /** In order of preference; by default visa, masterCard, amex and discover. */
  supportedNetworks?: Networks
  /** By default supports3DS. */
  merchantCapabilities?: MerchantCapabilities
  /** The countries whose cards are accepted; checked again with the processor's answer. Empty means all. */
  supportedCountries?: Countries
  /** The countries that the merchant delivers to; by default those of the settings. */
  allowedShippingCountries?: Countries
  requiredShippingContactFields?: ContactFields
  requiredBillingContactFields?: ContactFields
  /** Prefills the sheet. */
  shippingContact?: Contact
  /** Prefills the sheet; requires `postalAddress` in `requiredBillingContactFields`. */
  billingContact?: Contact
  shippingType?: ShippingType
  shippingContactEditingMode?: EditingMode
  /** The checkout's own methods; by default those of the merchant's zones. */
  shippingMethods?: ShippingMethods
  supportsCouponCode?: boolean
  /** A code that is applied before the sheet opens; an invalid code is a field error. */
  couponCode?: string
  recurringPaymentRequest?: RecurringPaymentRequest
  automaticReloadPaymentRequest?: AutomaticReloadPaymentRequest
  deferredPaymentRequest?: DeferredPaymentRequest
  /** You may send at most one of this, `recurringPaymentRequest` and `automaticReloadPaymentRequest`. */
  multiTokenContexts?: TokenContexts
  applicationData?: ApplicationData
  merchantCategoryCode?: MerchantCategoryCode
  reference?: Reference
  metadata?: Metadata
  /** Within 30 days; by default in 24 hours. */
  expiresAt?: Time
  /** A paid checkout is `captured` with automatic, `authorized` with manual. */
  captureMethod?: 'automatic' | 'manual'
  /**
   * With a pending total, the amount to authorize; by default the final part of the total. `"0"` only verifies the
   * card.
   */
  authorizationAmount?: Amount
  /** The most that may be charged. */
  maximumAmount?: Amount
  /** The highest version of Apple Pay JS to render; `paymentRequest` omits the members that it does not know. */
  clientVersion?: number
}

/** `items` replaces `lineItems` and the other way round. `null` removes any other member. */
export interface CheckoutChange {
  items?: Items
  lineItems?: GivenLineItems
  shippingMethods?: ShippingMethods | null
  authorizationAmount?: Amount | null
  maximumAmount?: Amount | null
  reference?: Reference | null
  metadata?: Metadata | null
}

/**
 * Subtotal − discount + delivery + tax is the amount that the buyer owes: the total and the amount that balances pay.
 * Tax that is included in prices is in `includedTax`, not in `tax`.
 */
export interface Breakdown {
  subtotal: SignedAmount
  discount: Amount
  delivery: Amount
  tax: Amount
  includedTax: Amount
}

/** The authorized payment. */
export interface Payment {
  amount: Amount
  processor: 'sandbox' | 'stripe'
  /** The processor's reference for the payment. */
  reference: string
  /** The network's name, as Apple writes it. */
  network?: string
  lastFour?: string
  issuingCountry?: Country
  authorizedAt: Time
  captureBefore?: Time
}

export type DeclineCode = 'declined' | 'insufficient_funds' | 'do_not_honor' | 'card_not_supported' | 'expired_card' |
  'lost_card' | 'authentication_required' | 'unlinked' | 'billing_address' | 'issuing_country'

/** The reason why the last payment attempt failed, for the page to show after the sheet has closed. */
export interface Decline {
  code: DeclineCode
  message: Message
}

/**
 * The outcome of the last payment attempt, or `checking` while it is not known, for a page that is waiting. Absent for
 * a paid checkout, and for one without an attempt.
 */
export interface LastAttempt {
  /**
   * A code of a decline, or checking (in progress, or the outcome is not known yet), not_charged (the attempt did not
   * reach the processor) or voided (the payment succeeded and was voided: after the sheet had shown a failure, or
   * because you voided it or it expired).
   */
  code: 'checking' | 'declined' | 'insufficient_funds' | 'do_not_honor' | 'card_not_supported' | 'expired_card' |
    'lost_card' | 'authentication_required' | 'unlinked' | 'billing_address' | 'issuing_country' | 'not_charged' |
    'voided'
  message: Message
}

/** A new checkout, as a secret key sees it. */
export interface CheckoutOpened {
  id: CheckoutIdentifier
  clientSecret: ClientSecret
  status: 'open'
  version: number
  live: boolean
  currencyCode: Currency
  total: Amount
  totalType: TotalType
  reference?: Reference
  expiresAt: Time
  paymentRequest: PaymentRequest
}

/** Pending if and only if one of the lines is pending. */
export type TotalType = 'final' | 'pending'

/** A checkout as a secret key sees it: the members of the request that created it, and its state. */
export interface Checkout {
  id: CheckoutIdentifier
  clientSecret?: ClientSecret
  status: CheckoutStatus
  /** Increases when the priced state changes. */
  version: number
  live: boolean
  total: Amount
  totalType: TotalType
  balances?: AttachedBalances
  breakdown: Breakdown
  authorizedAmount: Amount
  capturedAmount: Amount
  refundedAmount: Amount
  /** The amount that banks have taken back; absent if it is zero. */
  disputedAmount?: Amount
  /** Present once the checkout is paid, like refunds and disputes. */
  captures?: Capture[]
  refunds?: Refund[]
  disputes?: Dispute[]
  /** Number of payment attempts. If the tenth fails, the checkout is `failed`. */
  attempts: number
  payment?: Payment
  decline?: Decline
  lastAttempt?: LastAttempt
  /** The identifier of the selected method. */
  shippingMethod?: string
  /** Present once the checkout is paid. */
  shippingContact?: NormalContact
  /** Present once the checkout is paid. */
  billingContact?: NormalContact
  shippingContactGiven?: GivenContact
  billingContactGiven?: GivenContact
  customer?: CustomerIdentifier
  currencyCode: Currency
  countryCode: Country
  /** The plan that the buyer subscribes or changes to; for an invoice's checkout, the plan of its subscription. */
  plan?: PlanIdentifier
  /**
   * The subscription whose invoice the checkout pays, or whose change it confirms. To find the subscription that the
   * checkout began, list subscriptions with `?checkout=`.
   */
  subscription?: SubscriptionIdentifier
  /**
   * The shared order of which the checkout pays a share. Its prices do not change, and the shared order captures the
   * payment.
   */
  sharedOrder?: SharedOrderIdentifier
  /** The invoice that the checkout pays. */
  invoice?: InvoiceIdentifier
  /** The later payment that the checkout charges. */
  laterPayment?: LaterPaymentIdentifier
  items?: Items
  lineItems?: GivenLineItems
  supportedNetworks?: Networks
  merchantCapabilities?: MerchantCapabilities
  supportedCountries?: Countries
  allowedShippingCountries?: Countries
  requiredShippingContactFields?: ContactFields
  requiredBillingContactFields?: ContactFields
  shippingType?: ShippingType
  shippingContactEditingMode?: EditingMode
  shippingMethods?: ShippingMethods
  supportsCouponCode?: boolean
  /** The applied coupon code. */
  couponCode?: string
  recurringPaymentRequest?: RecurringPaymentRequest
  automaticReloadPaymentRequest?: AutomaticReloadPaymentRequest
  deferredPaymentRequest?: DeferredPaymentRequest
  multiTokenContexts?: TokenContexts
  applicationData?: ApplicationData
  merchantCategoryCode?: MerchantCategoryCode
  reference?: Reference
  metadata?: Metadata
  captureMethod: 'automatic' | 'manual'
  authorizationAmount?: Amount
  maximumAmount?: Amount
  clientVersion: number
  paymentRequest?: PaymentRequest
  /**
   * Replaces `paymentRequest` if the call's `clientVersion` knows none of the checkout's networks, or is too low for a
   * sheet that shows every charge.
   */
  minimumClientVersion?: number
  createdAt: Time
  updatedAt: Time
  expiresAt: Time
}

/** A checkout as its client secret sees it. */
export interface BrowserCheckout {
  id: CheckoutIdentifier
  status: CheckoutStatus
  version: number
  live: boolean
  currencyCode: Currency
  total: Amount
  totalType: 'final' | 'pending'
  couponCode?: CouponCode
  shippingMethod?: string
  decline?: Decline
  lastAttempt?: LastAttempt
  /** The items of the cart, if the checkout has one; the sheet's lines contain only their sum. */
  items?: {
    name: Label
    quantity: number
    /** The price of all pieces. */
    amount: SignedAmount
    type: 'final' | 'pending'
  }[]
  paymentRequest?: PaymentRequest
  /**
   * Replaces `paymentRequest` if the call's `clientVersion` knows none of the checkout's networks, or is too low for a
   * sheet that shows every charge.
   */
  minimumClientVersion?: number
  expiresAt: Time
}

export interface CheckoutSummary {
  id: CheckoutIdentifier
  status: CheckoutStatus
  version: number
  live: boolean
  currencyCode: Currency
  total: Amount
  totalType: 'final' | 'pending'
  authorizedAmount: Amount
  capturedAmount: Amount
  refundedAmount: Amount
  disputedAmount?: Amount
  attempts: number
  /** The card of the last payment attempt, if the processor reported it. */
  card?: {
    /** The network's name, as Apple writes it. */
    network: string
    lastFour: string
  }
  captureBefore?: Time
  decline?: Decline
  lastAttempt?: LastAttempt
  customer?: CustomerIdentifier
  reference?: Reference
  createdAt: Time
  updatedAt: Time
  expiresAt: Time
}

export interface Figures {
  from: Time
  to: Time
  /** Hours if the period has at most 48 of them, otherwise days. */
  step: 'hour' | 'day'
  timeZone: string
  /** The checkouts opened in the period, and how many of them are paid. */
  checkouts: {
    opened: number
    paid: number
    /**
     * The lost checkouts of `fieldErrors`, each counted once. They showed the error in the period, whenever they were
     * opened.
     */
    lostAtField: number
  }
  /** The amounts captured and refunded. Steps without either are omitted. */
  volume: {
    at: Time
    currencyCode: Currency
    captured: Amount
    captures: number
    refunded: Amount
    refunds: number
  }[]
  /** The card attempts that were approved or declined. Steps without any are omitted. */
  tries: {
    at: Time
    approved: number
    declined: number
  }[]
  /** The most frequent reason first. */
  declines: {
    code: DeclineCode
    count: number
  }[]
  /**
   * For each field of the sheet, the checkouts that showed an error at it, and how many of them are lost. A checkout is
   * lost if the error was still there at the last sheet update for that field, and the checkout is not paid, but is
   * canceled, expired, failed, or unchanged for half an hour. The field with the most lost checkouts comes first.
   */
  fieldErrors: {
    contactField: string
    checkouts: number
    lost: number
  }[]
}

export interface CheckoutList {
  data: CheckoutSummary[]
  nextCursor: Cursor | null
}

export interface Customer {
  id: CustomerIdentifier
  /** The checkout in which the buyer agreed. */
  checkout: CheckoutIdentifier
  /** The contact of the payment; absent once the customer was erased. */
  contact?: NormalContact
  consentedAt: Time
  createdAt: Time
  erasedAt?: Time
}

/** All stored data of one customer, with a list for each kind of object. */
export interface CustomerExport {
  customer: Customer
  checkouts: {
    data: ExportedCheckout[]
    nextCursor: Cursor | null
  }
  /** Only on the first page. */
  subscriptions?: {
    data: Subscription[]
    nextCursor: Cursor | null
  }
  /** Only on the first page. */
  laterPayments?: {
    data: LaterPayment[]
    nextCursor: Cursor | null
  }
  /** Only on the first page. */
  balances?: {
    data: Balance[]
    nextCursor: Cursor | null
  }
  /**
   * Only on the first page, for a key with scope `passes:read`. To read further passes, send `nextCursor` to the list
   * of passes.
   */
  passes?: {
    data: Pass[]
    nextCursor: Cursor | null
  }
  /**
   * Only on the first page, for a key with scope `passes:read`: the orders in Wallet. Find further orders by their
   * checkouts.
   */
  orders?: {
    data: Order[]
    nextCursor: Cursor | null
  }
}

/** A checkout as the list of checkouts contains it, with the buyer's data. */
export interface ExportedCheckout {
  id: CheckoutIdentifier
  status: CheckoutStatus
  version: number
  live: boolean
  currencyCode: Currency
  total: Amount
  totalType: 'final' | 'pending'
  authorizedAmount: Amount
  capturedAmount: Amount
  refundedAmount: Amount
  disputedAmount?: Amount
  attempts: number
  /** The card of the last payment attempt, if the processor reported it. */
  card?: {
    /** The network's name, as Apple writes it. */
    network: string
    lastFour: string
  }
  captureBefore?: Time
  decline?: Decline
  lastAttempt?: LastAttempt
  customer?: CustomerIdentifier
  reference?: Reference
  createdAt: Time
  updatedAt: Time
  expiresAt: Time
  items?: Items
  lineItems?: GivenLineItems
  /** The contacts that your server sent when it created the checkout. */
  prefill?: {
    shippingContact?: NormalContact
    billingContact?: NormalContact
  }
  /** The contact of the payment. */
  shippingContact?: NormalContact
  /** The contact of the payment. */
  billingContact?: NormalContact
  shippingContactGiven?: GivenContact
  billingContactGiven?: GivenContact
  /** The payment attempts by card, oldest first. */
  payments: {
    amount: Amount
    status: 'started' | 'unknown' | 'authorized' | 'declined' | 'voiding' | 'voided'
    /** The network's name, as Apple writes it. */
    network?: string
    lastFour?: string
    issuingCountry?: Country
    startedAt: Time
  }[]
  /** The newest requests of the sheet that contained data, oldest first. */
  questions: ExportedQuestion[]
  /** Whether the timeline contains more of them. */
  moreQuestions: boolean
}

export interface ExportedQuestion {
  kind: TimelineKind
  at: Time
  /** The data that the sheet sent, without the token. */
  question: Record<string, unknown>
}

export interface CustomerList {
  data: Customer[]
  nextCursor: Cursor | null
}

export interface ContactValidation {
  contact: Contact
  kind?: 'shipping' | 'billing'
  /** `redacted`: a contact as the sheet sends it before the payment; the hidden fields are not required. */
  stage?: 'redacted' | 'full'
  /** As in `requiredShippingContactFields`; by default `postalAddress`. */
  required?: ContactFields
  /** The countries where the contact may be; by default, for shipping, the merchant's `allowedShippingCountries`. */
  supportedCountries?: Countries
  /** The language of the messages, in the format of Accept-Language, over which it has precedence. */
  locale?: string
}

export interface ContactVerdict {
  /** Whether the contact has no errors. */
  valid: boolean
  normalized: NormalContact
  given?: GivenContact
  /**
   * The ISO 3166-2 code of the region, or AA, AE or AP for the armed forces of the United States. Shipping zones and
   * excluded regions compare with it. Absent if the region is not known.
   */
  region?: string
  errors: SheetError[]
  warnings: ContactWarning[]
  /** The origin of each part of `normalized`. */
  provenance: Record<string, 'given' | 'normalised' | 'inferred'>
}

/** A hint that never stops an order. */
export interface ContactWarning {
  contactField?: ContactField
  message: Message
  messageCode: MessageCode
  /** The probable value. */
  suggestion?: string
}

export type ProcessorName = 'sandbox' | 'stripe'

/** A secret key, which only this response contains. */
export type SecretKey = string

/** A publishable key, which only this response contains. */
export type PublishableKey = string

export type ClientSecret = string

/** The domains of the merchant's pages. A domain belongs to one merchant (409 `domain_taken`). */
export type Domains = Domain[]

export interface DomainAssociationStoring {
  file: AssociationFile
}

/** The file as Apple provides it; at most 32 KiB of UTF-8. */
export type AssociationFile = string

export interface DomainAssociation {
  domain: Domain
  file: AssociationFile
  storedAt: Time
}

/**
 * Whether a shipping address may be a post office box. If false, a box is `addressUnserviceable` at the payment, when
 * the server sees the street.
 */
export type DeliversToPostOfficeBoxes = boolean

/** The name on the card statement, which is the label of every total. */
export type StatementName = string

export interface Settings {
  id: MerchantIdentifier
  name: Label
  live: boolean
  processor: ProcessorName
  statementName?: StatementName
  countryCode?: Country
  domains: Domains
  allowedShippingCountries?: Countries
  excludedRegions: Regions
  deliversToPostOfficeBoxes: DeliversToPostOfficeBoxes
  phoneFormat: PhoneFormat
  emailFormat: EmailFormat
  shippingZones: ShippingZones
  taxRates: TaxRates
  taxRounding: Rounding
  lateSuccess: LateSuccess
  unknownIssuingCountry: UnknownIssuingCountry
  messages: Wordings
}

/** Each member except `name` may also be `null`, which resets it to its default. */
export interface SettingsChange {
  name?: Label
  /** By default the name. */
  statementName?: StatementName | null
  /** The country where the merchant does business, for checkouts that name none. */
  countryCode?: Country | null
  domains?: Domains | null
  /** The countries that the merchant delivers to; by default all. */
  allowedShippingCountries?: Countries | null
  excludedRegions?: Regions | null
  deliversToPostOfficeBoxes?: DeliversToPostOfficeBoxes | null
  phoneFormat?: PhoneFormat | null
  emailFormat?: EmailFormat | null
  shippingZones?: ShippingZones | null
  taxRates?: TaxRates | null
  taxRounding?: Rounding | null
  lateSuccess?: LateSuccess | null
  unknownIssuingCountry?: UnknownIssuingCountry | null
  messages?: Wordings | null
}

/** Regions that the merchant does not deliver to, although it delivers to their country. */
export type Regions = Region[]

/**
 * The format of phone numbers in orders: `e164` (+14085551234), `national` (as dialed at home) or `digits` (digits
 * only).
 */
export type PhoneFormat = 'e164' | 'national' | 'digits'

/**
 * The accepted email addresses of buyers. `extended` also accepts quoted local parts (RFC 5321), letters of all scripts
 * (RFC 6531) and the dots of Japan's carriers; `plain` accepts only the characters of HTML's email field.
 */
export type EmailFormat = 'extended' | 'plain'

/** The rounding of each rate's tax to minor units. */
export type Rounding = 'halfAwayFromZero' | 'down'

/** Whether to `void` or `keep` a payment that succeeds after the buyer saw a failure. */
export type LateSuccess = 'void' | 'keep'

/**
 * Whether to `accept` or `refuse` a card whose country the processor does not report, if `supportedCountries` is set.
 */
export type UnknownIssuingCountry = 'accept' | 'refuse'

/**
 * The merchant's own texts for buyers, by message and language. The server replaces the placeholders in braces as in
 * the catalog's text.
 */
export type Wordings = {
  code: MessageCode | WordCode
  language: Language
  text: string
}[]

/**
 * The first zone in the checkout's currency that contains the address applies, so put narrow zones first; the server
 * does not deliver to an address in no zone. Without zones, and without methods of the checkout, delivery is free and
 * the sheet offers no methods.
 */
export type ShippingZones = ShippingZone[]

export interface ShippingZone {
  name: Label
  /** The currency of its prices. The zone does not apply to checkouts in another currency. */
  currencyCode: Currency
  areas: ShippingArea[]
  /** In the order of the sheet. Their identifiers differ. */
  methods: ZoneMethod[]
}

/** A country, or the part of it in one of the regions and with one of the postal codes. */
export interface ShippingArea {
  countryCode: Country
  /** Regions of that country; by default all. */
  regions?: Region[]
  /** Postal codes in the area; by default all. */
  postalCodes?: PostalSpan[]
}

/**
 * A prefix, or both ends of a range of digits of the same length. Blanks and hyphens are ignored, except that a blank
 * ends a British district. `N1` is not a prefix of `N10`.
 */
export interface PostalSpan {
  prefix?: string
  from?: string
  to?: string
}

export interface ZoneMethod {
  identifier: string
  label: Label
  detail?: string
  /**
   * In ascending order of `from`, which is compared with the price of the goods after the discount. Below the first one
   * the method is not available.
   */
  prices: PriceStep[]
  deliveryWindow?: DeliveryWindow
}

export interface PriceStep {
  /** By default `"0"`. */
  from?: Amount
  amount: Amount
}

/** Days after the day of the order. The sheet gets them as `dateComponentsRange`. */
export interface DeliveryWindow {
  earliestDays: number
  /** Not less than `earliestDays`. */
  latestDays: number
}

/** Every rate whose place contains the address applies. The rates of a country are all added or all included. */
export type TaxRates = TaxRate[]

export interface TaxRate {
  /** The text that the buyer reads on the sheet. */
  label: Label
  countryCode: Country
  /** A region of that country; by default the whole country. */
  region?: Region
  /** The taxed postal codes of the place; by default all. */
  postalCodes?: PostalSpan[]
  /** Regions of that country in which the tax does not apply. */
  excludedRegions?: Region[]
  /** Postal codes to which the tax does not apply, such as those of Büsingen in Germany. */
  excludedPostalCodes?: PostalSpan[]
  percent: Percent
  /** Whether the tax is added to the prices or included in them. */
  inclusion?: 'added' | 'included'
  taxesDelivery?: boolean
  /**
   * Tax codes of the items that the rate applies to. Without any, it applies to every item whose tax code no other rate
   * of the place names.
   */
  taxCodes?: string[]
}

export interface KeyCreation {
  kind: 'secret' | 'publishable'
  /** Limits a secret key to reading everything, or allows all; by default `write`. A publishable key has `read`. */
  scope?: 'read' | 'write'
  /** Limits a secret key to these scopes, in place of `scope`. Then its `scope` is `restricted`. */
  scopes?: Scope[]
  name?: KeyName
}

/** Your name for the key, such as the program that has it. Not blank, without control characters. */
export type KeyName = string

/**
 * A resource, and what the key may do with it. `write` includes `read`. `payments` are checkouts with their sheets,
 * captures and voids, and figures; `settings` are settings, coupons, pictures, domains, certificates and the processor;
 * an event of `webhooks` contains the object that it is about.
 */
export type Scope = 'payments:read' | 'payments:write' | 'refunds:read' | 'refunds:write' | 'balances:read' |
  'balances:write' | 'customers:read' | 'customers:write' | 'subscriptions:read' | 'subscriptions:write' | 'passes:read'
  | 'passes:write' | 'shared_orders:read' | 'shared_orders:write' | 'webhooks:read' | 'webhooks:write' | 'settings:read'
  | 'settings:write' | 'keys:read' | 'keys:write'

export interface KeyRotation {
  overlapSeconds?: number
}

export interface Key {
  id: KeyIdentifier
  kind: 'secret' | 'publishable'
  name?: KeyName
  scope: 'read' | 'write' | 'restricted'
  /** The scopes of a restricted key, without duplicates. */
  scopes?: Scope[]
  /** The last four characters of the key. */
  hint: string
  /** The key itself, which only the response that creates it contains. */
  secret?: SecretKey | PublishableKey
  createdAt: Time
  expiresAt?: Time
  revokedAt?: Time
  /** A use of the key, at most a few seconds more than a minute before its last one. */
  lastUsedAt?: Time
}

export interface KeyList {
  data: Key[]
  nextCursor: Cursor | null
}

/**
 * The purpose of the certificate: `merchantIdentity` requests sessions, `paymentProcessing` decrypts payment tokens,
 * `passType` signs passes, `orderType` signs orders.
 */
export type CertificateKind = 'merchantIdentity' | 'paymentProcessing' | 'passType' | 'orderType'

export interface ProcessorKeys {
  /** Begins with sk_live_ or rk_live_ for a live merchant, and with sk_test_ or rk_test_ for a test merchant. */
  secretKey: string
  /**
   * The secrets with which Stripe signs its events; two while you replace one. Without a secret the server accepts no
   * event, and learns of no dispute.
   */
  webhookSecrets: string[]
}

export interface ProcessorConnection {
  processor: ProcessorName
  /** Whether the server can charge payments. The sandbox needs no keys. */
  connected: boolean
  /** The beginning and the last four characters of the key. */
  secretKey?: string
  webhookSecrets?: string[]
  /** The path on this server for Stripe's webhook. */
  webhookPath?: string
  changedAt?: Time
}

export interface CertificateCreation {
  kind: CertificateKind
  /** One certificate as PEM, or the DER file from Apple's portal in Base64. */
  certificate: string
  /** PEM without a passphrase. */
  privateKey: string
}

export interface Certificate {
  id: CertificateIdentifier
  kind: CertificateKind
  /** Apple's identifier of the merchant. */
  merchantIdentifier?: string
  /** For a certificate of a pass type. */
  passTypeIdentifier?: string
  /** For a certificate of an order type. */
  orderTypeIdentifier?: string
  /** For a certificate of a pass type or an order type. */
  teamIdentifier?: string
  /** The SHA-256 hash of the certificate. */
  fingerprint: string
  /** The SHA-256 hash of its public key in Base64, as payment tokens contain it. */
  publicKeyHash: string
  validFrom: Time
  expiresAt: Time
  createdAt: Time
}

export interface CertificateList {
  data: Certificate[]
  nextCursor: Cursor | null
}

/** A code as the buyer types it; case and blanks are ignored. */
export type CouponCode = string

/** A coupon has exactly one of `percentOff`, `amountOff` and `freeDelivery`. */
export interface CouponCreation {
  code: CouponCode
  /** The text on the discount's line; by default the sheet's word for a discount. */
  label?: Label
  /** Greater than zero. */
  percentOff?: Percent
  /** Greater than zero. */
  amountOff?: Amount
  /** The currency of its amounts. The coupon is then valid only for checkouts in this currency. */
  currencyCode?: Currency
  freeDelivery?: boolean
  startsAt?: Time
  /** The first moment at which the coupon is no longer valid. */
  endsAt?: Time
  redemptionsMax?: number
  /**
   * Identifies a buyer by the email address, ignoring case and the part after a `+`. The server checks it when the
   * payment is authorized.
   */
  redemptionsPerBuyerMax?: number
  /** The lowest price of the goods before the discount for which the coupon is valid. */
  minimum?: Amount
}

export interface CouponChange {
  label?: Label | null
  startsAt?: Time | null
  endsAt?: Time | null
  redemptionsMax?: number | null
  redemptionsPerBuyerMax?: number | null
  /** In the coupon's currency; a coupon without a currency gets it from `currencyCode`. */
  minimum?: Amount | null
  currencyCode?: Currency
}

export interface Coupon {
  id: CouponIdentifier
  /** In upper case, without blanks. */
  code: string
  label?: Label
  percentOff?: Percent
  amountOff?: Amount
  currencyCode?: Currency
  freeDelivery?: boolean
  startsAt?: Time
  endsAt?: Time
  redemptionsMax?: number
  redemptionsPerBuyerMax?: number
  minimum?: Amount
  /** Number of redemptions by paid checkouts and by attempts in progress. */
  redemptions: number
  createdAt: Time
  /** Time of the deletion; absent for a coupon that is not deleted. */
  archivedAt?: Time
}

export interface CouponList {
  data: Coupon[]
  nextCursor: Cursor | null
}

export interface PassTypeCreation {
  /** Apple's identifier of a pass type, such as `pass.com.example.gift`. */
  passTypeIdentifier?: string
  /** Apple's identifier of an order type. */
  orderTypeIdentifier?: string
}

export interface PassTemplate {
  /** A zip archive in Base64. */
  archive: string
}

export interface PassType {
  id: PassTypeIdentifier
  /** Apple's identifier of the pass type, if it is one. */
  passTypeIdentifier?: string
  /** Apple's identifier of the order type, if it is one. */
  orderTypeIdentifier?: string
  /** Apple's identifier of the team, from the certificate. */
  teamIdentifier: string
  /** Number of templates that have been stored. */
  templateVersion: number
  /** Present in the response for a single type that has a template. */
  template?: {
    /** For passes: `posterGeneric` if it is the only style, otherwise the style that accompanies it. */
    style?: 'boardingPass' | 'coupon' | 'eventTicket' | 'generic' | 'storeCard' | 'posterGeneric'
    /** For passes: the keys of the fields, with which you set a pass's values. */
    fields?: string[]
    files: {
      path: string
      bytes: number
    }[]
    warnings: PassWarning[]
  }
  createdAt: Time
  changedAt: Time
}

export interface PassWarning {
  /** A pointer into pass.json or order.json, or into the request. */
  pointer: string
  code: 'insecure' | 'overridden' | 'silent' | 'not_shown' | 'outdated' | 'cut_off' | 'shareable' | 'blurred' |
    'unreadable' | 'untranslated' | 'unknown_encoding' | 'not_encodable' | 'needs_compaction' | 'expired' |
    'undocumented' | 'differs' | 'long_interval' | 'required' | 'no_date' | 'no_address' | 'unusual_host' | 'not_read' |
    'falls_back' | 'needs_ios_27'
  detail: string
}

export interface PassTypeList {
  data: PassType[]
  nextCursor: Cursor | null
}

/** Values by the keys of the template's fields; `null` resets a field to the template's value. */
export type PassFieldValues = Record<string, string | number | null>

/**
 * Members of pass.json, in Apple's form, that override the template's; `null` resets a member to the template's value.
 * Excludes the style, `voided`, and the members that the server sets for each pass.
 */
export type PassMembers = Record<string, unknown>

export interface PassCreation {
  passType: PassTypeIdentifier
  /** The number by which phones request the pass, which never changes; by default the pass's `id`. */
  serialNumber?: string
  customer?: CustomerIdentifier
  balance?: BalanceIdentifier
  checkout?: CheckoutIdentifier
  fields?: PassFieldValues
  members?: PassMembers
}

export interface PassChange {
  fields?: PassFieldValues
  members?: PassMembers
  /** Whether the pass is void, which Wallet shows. */
  voided?: boolean
  /** The customer that the pass belongs to; `null` for none. */
  customer?: CustomerIdentifier | null
  /** Whether the response includes the signed file. */
  package?: boolean
}

export interface Pass {
  id: PassIdentifier
  passType: PassTypeIdentifier
  passTypeIdentifier: string
  serialNumber: string
  customer: CustomerIdentifier | null
  /** The balance that the pass shows in its field `balance`; `null` for none. */
  balance: BalanceIdentifier | null
  /** The checkout whose state the pass shows; `null` for none. */
  checkout: CheckoutIdentifier | null
  fields?: PassFieldValues
  members?: PassMembers
  personalization?: PassPersonalization
  voided: boolean
  /** Number of phones that have the pass. */
  devices: number
  /** The first time at which Wallet shows the pass by itself. */
  relevantAt: Time | null
  /** The URL at which the buyer gets the pass; `null` if it was revoked. */
  url: string | null
  modifiedAt: Time
  createdAt: Time
  erasedAt?: Time
  /** Values of the request that Wallet displays differently from what you meant. */
  warnings?: PassWarning[]
  /** The signed file in Base64, if the request asked for it. */
  package?: string
}

export interface PassList {
  data: Pass[]
  nextCursor: Cursor | null
}

export interface PassFields {
  language: string | null
  fields: Record<string, {
    label: string | null
    value: string | number
  }>
}

/** The details that the buyer entered in Wallet, if the template requests any. */
export interface PassPersonalization {
  fullName?: string
  givenName?: string
  familyName?: string
  emailAddress?: string
  phoneNumber?: string
  postalCode?: string
  countryCode?: string
  personalizedAt: Time
}

export interface PassTypeLog {
  data: {
    /** Empty for all messages beyond a hundred kinds. */
    message: string
    lines: number
    firstAt: Time
    lastAt: Time
  }[]
  nextCursor: Cursor | null
}

/** The merchant's name for a picture. */
export type PictureName = string

/** A stored picture. */
export interface Picture {
  name: PictureName
  mediaType: 'image/png' | 'image/jpeg'
  width: number
  height: number
  /** Size of the file in bytes. */
  bytes: number
  /** Time at which a picture with this name was first stored. */
  createdAt: Time
}

export interface PictureList {
  data: Picture[]
  nextCursor: Cursor | null
}

/** Opens its shared order. Contains 128 bits that cannot be guessed. */
export type ShareToken = string

/** A number given once, in the order of joining. The host who started the order has 1. */
export type ParticipantNumber = number

export type ParticipantCredential = string

/** A name that the participant chooses; each of their choices has a different one. */
export type ChoiceName = string

/** A name in your own system. */
export type PlainName = string

/** A UUID, which Messages gives to a participant on one of their devices. */
export type DeviceName = string

/** The hash of exactly the placed choices. */
export type StateHash = string

/**
 * The name of a participant or of a free item. It is not blank, and has no control characters and no characters that
 * change the direction of text.
 */
export type PersonName = string

/**
 * `locked`: the order is being paid and accepts no choices. `expired`: the deadline has passed before the order was
 * paid.
 */
export type SharedOrderStatus = 'open' | 'locked' | 'paid' | 'canceled' | 'expired'

export interface MenuItem {
  id: PlainName
  name: Label
  description?: string
  /** The price of one piece, without options. */
  price: Amount
  /** The name of one of your pictures; an unknown name is a field error (400). */
  picture?: PlainName
  /** Number of pieces for the whole order; by default unlimited. */
  stock?: number
  options?: OptionGroup[]
  /**
   * Whether participants build the item together, one of `options` after the other. Such an item has at least two
   * options.
   */
  joint?: boolean
}

export interface OptionGroup {
  id: PlainName
  name: Label
  /** The lowest number of picks. */
  minimum?: number
  /** The highest number of picks; by default one, or `minimum`. */
  maximum?: number
  choices: {
    id: PlainName
    name: Label
    /** The surcharge for this choice; by default zero. */
    price?: Amount
  }[]
}

/** The items, each with a different `id`. No `id` repeats within `options` or `choices` either. */
export type Menu = MenuItem[]

/** Lets participants name items that are not on the menu, with their price. */
export interface FreeItems {
  /** The highest price of one piece; greater than zero. */
  maximumPrice: Amount
}

/** The limits of the order. `perPerson` and `total` apply to choices without fees, and are greater than zero. */
export interface SharedOrderMost {
  participants?: number
  perPerson?: Amount
  total?: Amount
}

/** Fees for the whole order. They are split in proportion to each participant's choices, to the minor unit. */
export type SharedFees = {
  label: Label
  amount: Amount
}[]

/** The tax on prices and fees. With `included`, the prices contain it, and nothing is added. */
export interface SharedTax {
  label: Label
  percentage: Percent
  included?: boolean
}

/** `host` pays for all, or `each` participant pays for themselves. */
export type Payers = 'host' | 'each'

/** The ways to pay from which the host chooses. */
export type OfferedPayers = Payers[]

/** A new participant, as they describe themselves. */
export interface Newcomer {
  name?: PersonName
  identifier?: DeviceName
  /** The participant's credential from another order of this merchant. */
  formerCredential?: ParticipantCredential
}

export interface SharedOrderStart {
  title: Label
  currencyCode: Currency
  /** The country for the sheet; by default that of the settings. */
  countryCode?: Country
  menu?: Menu
  freeItems?: FreeItems
  limits?: SharedOrderMost
  fees?: SharedFees
  tax?: SharedTax
  /** The order's deadline, between a minute and 30 days ahead; by default in a day. */
  deadlineAt?: Time
  /** Whether a choice counts only after its message was sent. */
  countsWhenSent?: boolean
  /** By default both `host` and `each`. */
  payers?: OfferedPayers
  /** Your own name for the order, which its checkouts contain. Holders of the link do not see it. */
  reference?: Label
  /** One of your pass types, with a template. Each participant gets a pass of this type once the order is paid. */
  passType?: PassTypeIdentifier
  host?: Newcomer
}

export interface SharedOrderStarted {
  id: SharedOrderIdentifier
  token: ShareToken
  url: SharedURL
  /** The host's credential. */
  credential: ParticipantCredential
  status: SharedOrderStatus
  version: number
  deadlineAt: Time
  createdAt: Time
  /** The host's number. */
  participant: 1
  message: Bubble
}

/**
 * The parts of a message in Messages. The texts write people as `$` and their identifier, which Messages displays as
 * the reader's own contacts.
 */
export interface Bubble {
  url: SharedURL
  /** The order's title. */
  caption: string
  /** The step. */
  subcaption: string
  /** The order's total. */
  trailingCaption: string
  /** Number of participants. */
  trailingSubcaption: string
  imageTitle: string
  imageSubtitle: string
  /** The text that remains in the transcript. */
  summaryText: string
  /** The text for VoiceOver. */
  accessibilityLabel: string
  /** A picture of the chosen items, a JPEG of 900 pixels; absent if no item of the menu has a picture. */
  imageURL?: string
}

/** The link. Anyone with it may read the order and join it. It contains no price, name or address. */
export type SharedURL = string

export interface SharedOrderSummary {
  id: SharedOrderIdentifier
  status: SharedOrderStatus
  version: number
  currencyCode: Currency
  /** The total of the placed choices, without fees, tax and tip. */
  itemsTotal: Amount
  /** Number of present participants. */
  participants: number
  /** Number of placed choices. */
  choices: number
  deadlineAt: Time
  createdAt: Time
  endedAt?: Time
}

export interface SharedOrderList {
  data: SharedOrderSummary[]
  nextCursor: Cursor | null
}

/** The terms that the merchant's server set, and the current state. */
export interface SharedOrder {
  id: SharedOrderIdentifier
  status: SharedOrderStatus
  /** Increases with each change that any reader can see. */
  version: number
  hash: StateHash
  title: Label
  currencyCode: Currency
  countryCode?: Country
  menu?: Menu
  freeItems?: FreeItems
  limits: SharedOrderMost
  fees: SharedFees
  tax?: SharedTax
  deadlineAt: Time
  countsWhenSent: boolean
  /** The ways to pay from which the host chooses. */
  payers: OfferedPayers
  reference?: Label
  /** The number of the participant who is the host. */
  host: ParticipantNumber
  /** The caller's own number; only with a participant's credential. */
  me?: ParticipantNumber
  /** All participants who ever joined, by number. */
  participants: SharedPerson[]
  choices: SharedChoice[]
  /** The current totals; with the tip once the order is locked. */
  amounts?: SharedAmounts
  /**
   * The part that each participant with choices would pay. Once there are choices, the parts add up to exactly
   * `amounts`.
   */
  shares?: {
    participant: ParticipantNumber
    items: Amount
    fees: Amount
    tax: Amount
    tip: Amount
    total: Amount
  }[]
  /**
   * The payments since the last lock, with their payers. The shares that the host has taken over are a second payment
   * of the host.
   */
  payments?: {
    participant: ParticipantNumber
    amount: Amount
    /** `due`: not paid yet. `authorized`: authorized until all are. `canceled`: taken over by the host, or voided. */
    status: 'due' | 'authorized' | 'paid' | 'canceled'
  }[]
  /** Who pays, while the order is locked. */
  payersNow?: Payers
  /** Only with a secret key. */
  passType?: PassTypeIdentifier
  /** The URL of the caller's own pass; available some moments after the order was paid. */
  passURL?: string
  /** Time at which the lock expires. */
  lockedUntil?: Time
  createdAt: Time
  changedAt: Time
  /** Time at which the order was paid, canceled or expired; absent for about a second after the expiry. */
  endedAt?: Time
  /** Only with a secret key. */
  url?: SharedURL
}

export interface SharedAmounts {
  items: Amount
  fees: Amount
  /** The tax that is added; zero if the prices contain it. */
  tax: Amount
  tip: Amount
  total: Amount
}

export interface SharedPerson {
  number: ParticipantNumber
  /** The name, if the participant gave one and it was not erased. */
  name?: PersonName
  /** `removed`: the host has removed the participant. */
  status: 'present' | 'left' | 'removed'
  itemsTotal: Amount
  /** Number of placed choices. */
  choices: number
  /** The pass that the participant got; only with a secret key. */
  pass?: PassIdentifier
  /** The identifiers that Messages gives the participant, for bubbles; absent for readers who have only the link. */
  identifiers?: DeviceName[]
}

export interface SharedChoice {
  /** The participant who made the choice. */
  participant: ParticipantNumber
  choice: ChoiceName
  /** `staged`: waits for its message and does not count yet. `removed`: only in the response to the removal. */
  status: 'staged' | 'placed' | 'removed'
  /** The item of the menu; absent for a free item. */
  item?: PlainName
  name?: PersonName
  /** For an item that is built together, the next one of `options`. */
  nextStep?: PlainName
  quantity: number
  /** The picks, each with the participant who made it. */
  options?: {
    option: PlainName
    chosen: PlainName[]
    by: ParticipantNumber
  }[]
  /** The price of one piece with its options. */
  unitPrice: Amount
  /** The price of all pieces. */
  amount: Amount
  /** The order's version at the last change of the choice. To change the choice, send the version that you saw. */
  version: number
  /** The message that the choice waits for. */
  message?: number
}

export interface ShippingContactSelection {
  shippingContact: Contact
}

export interface ShippingMethodSelection {
  /** Apple's ApplePayShippingMethod. The server uses only its identifier and ignores other members. */
  shippingMethod: {
    identifier: string
  }
}

export interface PaymentMethodSelection {
  /** Apple's ApplePayPaymentMethod. The server ignores other members. */
  paymentMethod: {
    type?: string
    /**
     * The redacted billing contact, from version 10 of Apple Pay JS on. If nothing in the cart is delivered and
     * `requiredBillingContactFields` contains `postalAddress`, it decides the taxes. An update without it keeps the
     * last one.
     */
    billingContact?: Contact
  }
}

export interface CouponCodeSelection {
  /** The code as the buyer typed it. */
  couponCode: string
}

/** Either a `code` or a `balanceId`; the latter only with a secret key. */
export interface BalanceSelection {
  /** The code as the buyer typed it; groups and case are ignored. */
  code?: string
  balanceId?: string
  /**
   * The most that the balance pays; greater than zero. The balance must have this amount. By default the balance pays
   * as much as it has.
   */
  amount?: Amount
}

export interface AttachedBalance {
  balance: string
  kind: 'gift_card' | 'store_credit' | 'prepaid'
  /** The end of the balance's code. */
  hint?: string
  /** The amount that the balance pays, which is held. */
  amount: Amount
  /** The most that the balance was to pay. */
  limit?: Amount
}

/** The balances that pay a part, in this order; absent if there are none. */
export type AttachedBalances = AttachedBalance[]

/** The reason why a balance cannot pay its part; `errors` contains the message for the buyer. */
export interface BalanceTrouble {
  code: 'unknown_code' | 'balance_expired' | 'balance_frozen' | 'currency_mismatch' | 'balance_held' |
    'insufficient_balance' | 'too_many_balances'
  /** The missing amount. */
  shortfall?: Amount
}

/** An additional member, which Apple's dictionaries ignore. */
export interface SheetState {
  status: CheckoutStatus
  version: number
  currencyCode: Currency
  total: Amount
  totalType: 'final' | 'pending'
  shippingMethod?: string
  couponCode?: CouponCode
  balances?: AttachedBalances
  balance?: BalanceTrouble
  droppedCoupon?: DroppedCoupon
  /** Only in the response for a shipping method, whose dictionary has no errors; never empty. */
  errors?: SheetErrors
  decline?: Decline
}

/**
 * The coupon that this update dropped because it is no longer valid. The total is without it, and `errors` does not
 * mention it, because the buyer has nothing to correct.
 */
export interface DroppedCoupon {
  couponCode: CouponCode
  code: 'couponCodeInvalid' | 'couponCodeExpired'
  message: Message
  messageCode: MessageCode
}

/**
 * ApplePaySession's STATUS_* constant, in updates only with `clientVersion` 1 or 2: 0 success, 1 failure, 2 billing
 * postal address, 3 shipping postal address, 4 shipping contact.
 */
export type OldStatus = number

/** Apple's ApplePayShippingContactUpdate. */
export interface ShippingContactUpdate {
  newTotal: Total
  newLineItems: LineItems
  /** Empty if nothing is shipped. */
  newShippingMethods: ShippingMethods
  newMultiTokenContexts?: TokenContexts
  newRecurringPaymentRequest?: RecurringPaymentRequest
  newAutomaticReloadPaymentRequest?: AutomaticReloadPaymentRequest
  newDeferredPaymentRequest?: DeferredPaymentRequest
  errors?: SheetErrors
  status?: OldStatus
  checkout: SheetState
}

/** Apple's ApplePayShippingMethodUpdate, which has no errors. */
export interface ShippingMethodUpdate {
  newTotal: Total
  newLineItems: LineItems
  newShippingMethods: ShippingMethods
  newMultiTokenContexts?: TokenContexts
  newRecurringPaymentRequest?: RecurringPaymentRequest
  newAutomaticReloadPaymentRequest?: AutomaticReloadPaymentRequest
  newDeferredPaymentRequest?: DeferredPaymentRequest
  status?: OldStatus
  checkout: SheetState
}

/** Apple's ApplePayPaymentMethodUpdate. */
export interface PaymentMethodUpdate {
  newTotal: Total
  newLineItems: LineItems
  /** Empty if nothing is shipped. */
  newShippingMethods: ShippingMethods
  newMultiTokenContexts?: TokenContexts
  newRecurringPaymentRequest?: RecurringPaymentRequest
  newAutomaticReloadPaymentRequest?: AutomaticReloadPaymentRequest
  newDeferredPaymentRequest?: DeferredPaymentRequest
  errors?: SheetErrors
  status?: OldStatus
  checkout: SheetState
}

/** Apple's ApplePayCouponCodeUpdate. */
export interface CouponCodeUpdate {
  newTotal: Total
  newLineItems: LineItems
  /** Empty if nothing is shipped. */
  newShippingMethods: ShippingMethods
  newMultiTokenContexts?: TokenContexts
  newRecurringPaymentRequest?: RecurringPaymentRequest
  newAutomaticReloadPaymentRequest?: AutomaticReloadPaymentRequest
  newDeferredPaymentRequest?: DeferredPaymentRequest
  errors?: SheetErrors
  status?: OldStatus
  checkout: SheetState
}

/** The members of Apple's updates, for a page that shows the sheet or a cart. */
export interface BalancesUpdate {
  newTotal: Total
  newLineItems: LineItems
  /** Empty if nothing is shipped. */
  newShippingMethods: ShippingMethods
  newMultiTokenContexts?: TokenContexts
  newRecurringPaymentRequest?: RecurringPaymentRequest
  newAutomaticReloadPaymentRequest?: AutomaticReloadPaymentRequest
  newDeferredPaymentRequest?: DeferredPaymentRequest
  errors?: SheetErrors
  status?: OldStatus
  checkout: SheetState
}

/** A `payment` with its token; or `balance` and, if the checkout requires contacts, a `payment` with only those. */
export interface Authorization {
  /** Balances alone pay; the server does not use a token. */
  balance?: boolean
  /** Apple's ApplePayPayment. The server ignores unknown members. */
  payment?: {
    token?: PaymentToken
    shippingContact?: Contact
    billingContact?: Contact
  }
  /**
   * The version that the sheet showed; by default that of the last response to a sheet update. Any other version than
   * that one is 409 `version_mismatch`.
   */
  version?: number
}

/**
 * Apple's ApplePayPaymentToken. With `paymentData`, the server ignores other members, except those that belong inside
 * it; without it, other members are not allowed.
 */
export interface PaymentToken {
  /** With encrypted data, the identifier of its header, in upper or lower case. */
  transactionIdentifier?: string
  paymentMethod?: {
    /** Ends with the last four digits of the card. */
    displayName?: string
    network?: string
  }
  /**
   * Absent, `""`, `{}` or only empty texts from a simulator, which the sandbox approves; `{"sandbox": …}` to set an
   * outcome; otherwise Apple's encrypted payment data: the object from the web, or a native app's bytes in Base64.
   */
  paymentData?: {
    sandbox?: SandboxTrigger
  } | string
}

/** The outcomes that the sandbox processor simulates; docs/api/sandbox.md describes each one. */
export interface SandboxTrigger {
  /** By default the amount selects it. */
  outcome?: SandboxOutcome
  delayMilliseconds?: number
  issuingCountry?: Country
  /** The outcome of each capture; by default its amount selects it. */
  capture?: 'succeed' | 'fail' | 'unknown' | 'garbage' | 'slow' | 'pending' | 'pending_fail'
  /** The outcome of each increase of the authorization. */
  increment?: 'succeed' | 'decline' | 'unsupported' | 'unknown' | 'garbage' | 'slow'
  /** The outcome of each refund. */
  refund?: 'succeed' | 'fail' | 'unknown' | 'garbage' | 'slow' | 'pending' | 'pending_fail'
  /** The buyer's bank disputes the payment as soon as it was captured. */
  dispute?: 'open'
  /** The delay of slow outcomes (3 s by default) and the duration of pending ones (10 s). */
  settleMilliseconds?: number
  /** The duration of the authorization; by default seven days. */
  holdSeconds?: number
  /**
   * The outcomes of the later charges, if the card is saved: of the first one, the second, and so on; the last outcome
   * applies to all further charges. By default the amount selects the outcome.
   */
  renewals?: SandboxOutcome[]
  /** Whether a saved card is a merchant token, as Apple Pay provides it, or a device token. */
  merchantToken?: boolean
}

export type SandboxOutcome = 'approve' | 'decline' | 'insufficient_funds' | 'do_not_honor' |
  'billing_postal_code_mismatch' | 'billing_address_unknown' | 'partial' | 'timeout' | 'unknown' | 'late_success' |
  'slow' | 'expired_card' | 'lost_card' | 'authentication_required' | 'unlinked' | 'unreachable'

export interface SandboxDisputeRequest {
  amount?: Amount
  /** The network's reason for the dispute; by default `fraudulent`. */
  reason?: string
}

export interface SandboxDispute {
  /** The processor's reference for the dispute. */
  reference: string
  amount: Amount
  currencyCode: Currency
  reason: string
  state: 'opened' | 'won' | 'lost'
}

export interface SandboxRefund {
  id: string
  state: 'succeeded' | 'failed'
}

/** Apple's ApplePayPaymentAuthorizationResult. */
export interface AuthorizationResult {
  /**
   * 0 paid, 1 not paid. With `clientVersion` 1 or 2 also 2 billing postal address, 3 shipping postal address, 4
   * shipping contact.
   */
  status: number
  errors?: SheetErrors
  orderDetails?: OrderDetails
  checkout: SheetState
}

/**
 * Apple's ApplePayPaymentOrderDetails, with which Wallet fetches the order. Present if the merchant's order type has a
 * template and the `clientVersion` is at least 14.
 */
export interface OrderDetails {
  orderTypeIdentifier: string
  orderIdentifier: CheckoutIdentifier
  webServiceURL: string
  /** A secret of the buyer's phone: anyone who has it can read the order. */
  authenticationToken: string
}

/** A part of order.json, in Apple's form. */
export type OrderPart = Record<string, unknown>

/** Members of order.json, in Apple's form; `null` resets a member to the value of the payment or the template. */
export interface OrderChange {
  /** The order number for people; by default the checkout's `reference`. */
  orderNumber?: string | null
  /**
   * By default `completed` once all fulfillments are delivered or picked up, and `cancelled` once the payment is
   * voided, expired or fully refunded.
   */
  status?: 'open' | 'completed' | 'cancelled' | null
  statusDescription?: string | null
  /** The ways in which the buyer gets the goods; by default one open fulfillment, if goods are shipped or picked up. */
  fulfillments?: OrderPart[] | null
  returns?: OrderPart[] | null
  returnInfo?: OrderPart | null
  barcode?: OrderPart | null
  customer?: OrderPart | null
}

/** The members that the merchant has set. Wallet shows them instead of those of the payment and the template. */
export interface Order {
  orderNumber?: string
  status?: 'open' | 'completed' | 'cancelled'
  statusDescription?: string
  fulfillments?: OrderPart[]
  returns?: OrderPart[]
  returnInfo?: OrderPart
  barcode?: OrderPart
  customer?: OrderPart
  checkout: CheckoutIdentifier
  orderTypeIdentifier: string
  orderIdentifier: CheckoutIdentifier
  /** Number of phones that have the order. */
  devices: number
  updatedAt: Time
  createdAt: Time
  erasedAt?: Time
  /** Values of the request that Wallet displays differently from what you meant. */
  warnings?: PassWarning[]
}

export interface AccountConsent {
  /** The buyer agreed that the contact is stored. */
  consent: true
}

export interface Account {
  id: CustomerIdentifier
  createdAt: Time
}

export type CaptureIdentifier = string

export type RefundIdentifier = string

/** Items of the cart by their index, from 0; without a quantity, all that is left of the item. */
export type SettledItems = {
  index: number
  quantity?: number
}[]

export interface CaptureRequest {
  amount?: Amount
  /** The checkout's currency; another one is refused. */
  currencyCode?: Currency
  items?: SettledItems
  /** Whether to release the rest. */
  final?: boolean
}

export interface RefundRequest {
  amount?: Amount
  /** The checkout's currency; another one is refused. */
  currencyCode?: Currency
  items?: SettledItems
  reason?: string
  to?: 'original' | 'balance'
  /** The balance to credit, with `to: balance`; by default a new store credit. */
  balance?: string
}

/** The parts that balances paid, or got back, by their holds. */
export type SettledHolds = {
  hold: string
  amount: Amount
}[]

export interface SettledCheckout {
  id: CheckoutIdentifier
  status: CheckoutStatus
  currencyCode: Currency
  authorizedAmount: Amount
  capturedAmount: Amount
  refundedAmount: Amount
}

export interface Capture {
  id: CaptureIdentifier
  status: 'processing' | 'succeeded' | 'failed'
  amount: Amount
  cardAmount: Amount
  balances: SettledHolds
  items?: SettledItems
  final: boolean
  /**
   * The reason why nothing was captured: expired, exceeds, no_such_charge, refused_by_bank, unsupported, or the decline
   * of an increment.
   */
  failure?: string
  createdAt: Time
  endedAt?: Time
  /** Only in the response to the call itself. */
  checkout?: SettledCheckout
}

export interface Refund {
  id: RefundIdentifier
  status: 'processing' | 'pending' | 'succeeded' | 'failed'
  amount: Amount
  cardAmount: Amount
  balances: SettledHolds
  /** The balance that gets the refund instead of the card or balance that paid. */
  credit?: {
    balance: string
    amount: Amount
  }
  items?: SettledItems
  reason?: string
  failure?: string
  createdAt: Time
  endedAt?: Time
  /** Only in the response to the call itself. */
  checkout?: SettledCheckout
}

export interface RefundList {
  data: Refund[]
  nextCursor: Cursor | null
}

export interface Dispute {
  id: string
  status: 'opened' | 'won' | 'lost'
  amount: Amount
  reason?: string
  /** The processor's reference for the dispute. */
  reference: string
  openedAt: Time
  endedAt?: Time
}

export interface TimelineEntry {
  kind: TimelineKind
  at: Time
  requestId: string
  /** The version after the entry, as are total and status. */
  version: number
  total: Amount
  status: CheckoutStatus
  /**
   * The errors that the sheet showed. An entry of kind `declined` also contains the code of the decline (see Decline),
   * last and without a field.
   */
  errors?: {
    code: string
    contactField?: ContactField
  }[]
  /** The data that the sheet sent, without the token. */
  question?: Record<string, unknown>
}

export interface Timeline {
  data: TimelineEntry[]
  nextCursor: Cursor | null
}

export type TimelineKind = 'changed' | 'shippingContact' | 'shippingMethod' | 'paymentMethod' | 'couponCode' |
  'balanceAttached' | 'balanceDetached' | 'authorize' | 'authorized' | 'declined' | 'unknown' | 'lateSuccess' |
  'canceled' | 'captured' | 'captureFailed' | 'voided' | 'authorizationExpired' | 'refunded' | 'refundFailed' |
  'disputed'

/** At most 3,650 days, 520 weeks, 120 months or 10 years. */
export interface PlanInterval {
  unit: 'day' | 'week' | 'month' | 'year'
  count?: number
}

/**
 * A part of the plan in which each period costs the same. A trial is free. Only the regular phase may be `pending`: its
 * amount is then an estimate, and you set the amount of each period.
 */
export interface PlanPhase {
  kind: 'trial' | 'introductory' | 'regular'
  /**
   * The price of each period, without a tax that is added. Greater than zero, except for a trial and for a pending
   * phase without an estimate, where it is 0.00; at most 1,000,000,000,000 minor units.
   */
  amount?: Amount
  type?: 'final' | 'pending'
  interval: PlanInterval
  /** Number of periods. The regular phase by default continues until it is canceled. */
  cycles?: number
}

/**
 * At most one trial, then at most one introductory phase, then the regular phase, which is last. The phases before the
 * last one require `cycles`.
 */
export type PlanPhases = PlanPhase[]

/** A text that is not blank and has no control characters. */
export type PlanLabel = string

/**
 * The plan's own tax. A plan's price is the price that the sheet shows: the merchant's tax rates do not apply to it.
 */
export interface PlanTax {
  label: PlanLabel
  percent: Percent
  /** Whether the tax is added to the amounts or included in them. */
  inclusion?: 'added' | 'included'
}

/**
 * The time zone in which days, weeks, months and years are counted, by its name in the time zone database; by default
 * UTC.
 */
export type PlanZone = string

/**
 * The charges for periods that began while the server could not bill them: `billEach` charges all of them, `billOnce`
 * only the current one, and `skip` none if more than one has begun.
 */
export type MissedPeriods = 'billEach' | 'billOnce' | 'skip'

/** The consequences of an invoice that the card does not pay. */
export interface Dunning {
  /** Days from each decline to the next try, at most 28 in total; by default 1, 3, 5 and 7. */
  retryAfterDays?: number[]
  /** The action after the last try: cancel the subscription, pause it, or leave it past due until you act. */
  finally?: 'cancel' | 'pause' | 'leave'
}

/** The terms that a buyer agrees to. */
export interface PlanTerms {
  /** The text on the sheet's lines. */
  name: PlanLabel
  /** The text above the amounts of Apple's sheet; by default the name. */
  paymentDescription?: PlanLabel
  currencyCode: Currency
  phases: PlanPhases
  tax?: PlanTax
  /** The page where the buyer manages the subscription; Apple shows it. */
  managementURL: SecureURL
  tokenNotificationURL?: SecureURL
  billingAgreement?: string
  /**
   * The most that a variable period may cost, with its tax; the sheet shows it. Required with a pending phase, and
   * otherwise not allowed.
   */
  maximumAmount?: Amount
  timeZone?: PlanZone
  missedPeriods?: MissedPeriods
  dunning?: Dunning
  /** By default the merchant's rounding. */
  taxRounding?: Rounding
}

export interface Plan {
  id: PlanIdentifier
  /** Increases with each change of the terms. */
  version: number
  name: PlanLabel
  paymentDescription: PlanLabel
  currencyCode: Currency
  phases: PlanPhases
  tax?: PlanTax
  managementURL: SecureURL
  tokenNotificationURL?: SecureURL
  billingAgreement?: string
  maximumAmount?: Amount
  timeZone?: PlanZone
  missedPeriods: MissedPeriods
  taxRounding: Rounding
  dunning: {
    /** Days from each decline to the next try, at most 28 in total; by default 1, 3, 5 and 7. */
    retryAfterDays: number[]
    /** The action after the last try: cancel the subscription, pause it, or leave it past due until you act. */
    finally: 'cancel' | 'pause' | 'leave'
  }
  createdAt: Time
  /** Time from which the plan is no longer sold. */
  archivedAt?: Time
}

export interface PlanList {
  data: Plan[]
  nextCursor: Cursor | null
}

/**
 * `trialing`: in the free trial. `active`: running. `pastDue`: the card did not pay. `paused`: on pause. `canceled`:
 * over before its time. `ended`: over after its last period.
 */
export type SubscriptionStatus = 'trialing' | 'active' | 'pastDue' | 'paused' | 'canceled' | 'ended'

/** A buyer's agreement to recurring payments. */
export interface Subscription {
  id: SubscriptionIdentifier
  status: SubscriptionStatus
  plan: PlanIdentifier
  /** The version that the buyer agreed to. */
  planVersion: number
  name: PlanLabel
  currencyCode: Currency
  /** The checkout in which the buyer agreed. */
  checkout: CheckoutIdentifier
  /** The buyer's account, if the sheet requested a contact. */
  customer?: CustomerIdentifier
  currentPeriod: {
    /** The number of the period, from 0. */
    number: number
    kind?: 'trial' | 'introductory' | 'regular'
    startsAt: Time
    /** Time at which the next period begins. */
    endsAt: Time
  }
  /** Time at which the subscription will be canceled. */
  cancelAt?: Time
  pausedAt?: Time
  /** Time at which the pause ends by itself. */
  resumesAt?: Time
  /**
   * The reason why the subscription is paused or canceled: requested, unpaid (its invoice was not paid), disputed (a
   * bank has taken back a payment) or erased (its buyer was erased). While it is past due, cardNeeded means that only
   * the buyer can resolve this, with another card.
   */
  reason?: 'requested' | 'unpaid' | 'cardNeeded' | 'disputed' | 'erased'
  /** The terms that begin with the next period, after a change at the end of the period. */
  next?: {
    plan: PlanIdentifier
    planVersion: number
  }
  /** The card that pays. A device token ends with the device; a merchant token outlives it. */
  card: {
    id: CardIdentifier
    kind: 'merchantToken' | 'deviceToken'
    /** The network's name, as Apple writes it. */
    network?: string
    /** The last four digits that Apple reported last, if Apple reports replaced cards. */
    lastFour?: string
    /**
     * Time at which the buyer or a bank revoked the merchant token, or the server unlinked it because no further charge
     * was due. Since then the server does not charge the card.
     */
    unlinkedAt?: Time
  }
  /** The balance with the subscription's credit from changes, which pays charges before the card does. */
  balance?: BalanceIdentifier
  testClock?: TestClockIdentifier
  /** The reference of its checkout. */
  reference?: Reference
  createdAt: Time
  updatedAt: Time
  endedAt?: Time
}

export interface SubscriptionList {
  data: Subscription[]
  nextCursor: Cursor | null
}

export interface SubscriptionPause {
  /** By default the pause has no end. Must be in the future, by the subscription's test clock if it has one. */
  resumesAt?: Time
}

export interface SubscriptionCancellation {
  at?: 'now' | 'periodEnd'
}

export interface SubscriptionChange {
  /** The quote to apply. */
  quote?: QuoteIdentifier
  /** The new plan; by default the newest version of the current plan. */
  plan?: PlanIdentifier
  /** Always the end of the period if the old or the new amount is variable. */
  at?: 'now' | 'periodEnd'
  /**
   * The unit in which the rest of the period is counted. A day that has begun counts as used. All changes within a
   * period have the same unit, which is the default; without earlier changes, `second` is.
   */
  proration?: 'second' | 'day'
}

/** The cost of a change. The difference between `charge` and `credit` is due now or is credited. */
export interface SubscriptionQuote {
  quote: QuoteIdentifier
  subscription: SubscriptionIdentifier
  plan: PlanIdentifier
  planVersion: number
  at: 'now' | 'periodEnd'
  proration: 'second' | 'day'
  currencyCode: Currency
  /** The credit for the rest of the paid period. */
  credit: Amount
  /** The charge for the new terms, up to the next charge. */
  charge: Amount
  /** The amount by which `charge` exceeds `credit`. */
  dueNow: Amount
  /** The part of `dueNow` that the subscription's balance pays. The sheet asks for the rest. */
  paidByCredit: Amount
  /** The amount by which `credit` exceeds `charge`, which goes to the subscription's balance. */
  creditedToBalance: Amount
  /**
   * Whether the buyer must agree in a sheet, because on a day of the next twelve months the new charges together would
   * exceed the old ones, a variable limit rises, the regular price is higher in the long run, or the buyer had
   * canceled.
   */
  needsConsent: boolean
  /** The next charges after the change. */
  upcoming: Upcoming[]
  /** Fifteen minutes after the quote. A change of the subscription ends it earlier. */
  expiresAt: Time
}

export interface SubscriptionChangeOutcome {
  status: 'applied' | 'consentNeeded'
  subscription?: Subscription
  /** The checkout in which the buyer agrees and pays the amount due now. The change is made when it is paid. */
  checkout?: CheckoutIdentifier
  clientSecret?: ClientSecret
}

/** An upcoming charge. */
export interface Upcoming {
  /** The number of the period. */
  number: number
  kind: 'trial' | 'introductory' | 'regular'
  startsAt: Time
  /** The amount with its tax; absent while a variable amount is not known. */
  amount?: Amount
  /** The limit of a variable amount. */
  maximumAmount?: Amount
}

export interface UpcomingList {
  data: Upcoming[]
  /** Always null, because the list has one page. */
  nextCursor: null
}

export interface PaymentSheet {
  checkout: CheckoutIdentifier
  clientSecret: ClientSecret
}

/**
 * `pending`: waits for its amount. `open`: due. `paid`. `void`: voided by the merchant. `uncollectible`: given up after
 * the last try. `skipped`: its period passed before it could be billed.
 */
export type InvoiceStatus = 'pending' | 'open' | 'paid' | 'void' | 'uncollectible' | 'skipped'

/** The charge for one period of a subscription, or for a change within a period. */
export interface Invoice {
  id: InvoiceIdentifier
  subscription: SubscriptionIdentifier
  status: InvoiceStatus
  /** The number of the period, from 0. Each period has one invoice. Absent for the charge of a change. */
  period?: number
  startsAt: Time
  endsAt: Time
  currencyCode: Currency
  /** The amount with its tax; absent while it is not known, and for a skipped period. */
  amount?: Amount
  /** The limit of a variable amount. */
  maximumAmount?: Amount
  /** The checkout that pays the invoice. Refund it there. */
  checkout?: CheckoutIdentifier
  /** Number of failed tries of the saved card. */
  tries: number
  /** The decline of the last try, by a bank or by one of your rules. */
  decline?: DeclineCode
  /**
   * For an open invoice, the time of the next try, or, if the subscription's reason is cardNeeded, the time at which
   * the server gives up the invoice. While the subscription is paused, the server does not try it, and charges it
   * afterwards.
   */
  nextTryAt?: Time
  createdAt: Time
  endedAt?: Time
}

export interface InvoiceList {
  data: Invoice[]
  nextCursor: Cursor | null
}

export interface InvoiceFinalization {
  /** The amount with its tax, in the invoice's currency. */
  amount: Amount
}

/**
 * `scheduled`: waits for its date. `active`: watches its balance. `paid`. `failed`: given up after the last try.
 * `canceled`.
 */
export type LaterPaymentStatus = 'scheduled' | 'active' | 'paid' | 'failed' | 'canceled'

/** A charge without a plan that the buyer agreed to, once on a date or whenever a balance runs low. */
export interface LaterPayment {
  id: LaterPaymentIdentifier
  kind: 'deferred' | 'reload'
  status: LaterPaymentStatus
  label: Label
  currencyCode: Currency
  /** The amount of the charge; for a reload, of each charge. */
  amount: Amount
  /** The checkout in which the buyer agreed. */
  checkout: CheckoutIdentifier
  /** The checkout of the charge. Refund it there. For a reload, present only during a charge. */
  charge?: CheckoutIdentifier
  /** The time until which cancellation is free for the buyer. */
  cancelFreeUntil?: Time
  /** The time zone in which the buyer saw that time. */
  timeZone?: string
  /** The balance that a reload credits. */
  balance?: BalanceIdentifier
  /** A reload is charged when a debit leaves less than this in its balance. Greater than zero. */
  threshold?: Amount
  /** Number of tries of the card; for a reload, of the current charge. */
  tries: number
  /** The decline of the last try, if a bank declined it. */
  decline?: DeclineCode
  /** Time of the next charge; for a reload, present only while a charge is due. */
  nextTryAt?: Time
  testClock?: TestClockIdentifier
  createdAt: Time
  endedAt?: Time
}

export interface LaterPaymentList {
  data: LaterPayment[]
  nextCursor: Cursor | null
}

export interface LaterPaymentCancellation {
  /** Whether to cancel although cancellation is no longer free. */
  afterFreeCancellation?: boolean
}

export interface TestClockCreation {
  name?: string
  /** Within about 20 years of the real time, which is the default. Fractions of a second are cut off. */
  now?: Time
}

export interface TestClockAdvance {
  /**
   * Later than the clock's time, and at most about 20 years ahead of the real time. Fractions of a second are cut off.
   */
  to: Time
}

export interface TestClock {
  id: TestClockIdentifier
  status: 'ready' | 'advancing'
  name?: string
  /** The clock's time. */
  now: Time
  /** The time to which the clock is advancing. */
  target?: Time
  createdAt: Time
}

export interface TestClockList {
  data: TestClock[]
  nextCursor: Cursor | null
}

/**
 * Only the responses that create or rotate the secret contain it. `whsec_` and 32 bytes in Base64, as in Standard
 * Webhooks.
 */
export type WebhookSecret = string

export type EventType = 'checkout.authorized' | 'checkout.captured' | 'checkout.capture_failed' | 'checkout.declined' |
  'checkout.failed' | 'checkout.canceled' | 'checkout.voided' | 'checkout.late_success' |
  'checkout.authorization_expiring' | 'checkout.authorization_expired' | 'refund.pending' | 'refund.succeeded' |
  'refund.failed' | 'dispute.opened' | 'dispute.won' | 'dispute.lost' | 'balance.created' | 'balance.credited' |
  'balance.debited' | 'balance.held' | 'balance.released' | 'balance.captured' | 'balance.frozen' | 'balance.unfrozen' |
  'balance.expired' | 'customer.opened' | 'customer.erased' | 'subscription.created' | 'subscription.trial_will_end' |
  'subscription.past_due' | 'subscription.action_required' | 'subscription.recovered' | 'subscription.card_changed' |
  'subscription.changed' | 'subscription.paused' | 'subscription.resumed' | 'subscription.canceled' |
  'subscription.ended' | 'invoice.upcoming' | 'invoice.pending' | 'invoice.paid' | 'invoice.payment_failed' |
  'invoice.voided' | 'invoice.uncollectible' | 'later_payment.scheduled' | 'later_payment.paid' |
  'later_payment.declined' | 'later_payment.failed' | 'later_payment.canceled' | 'card.unlinked' | 'card.updated' |
  'card_testing.started' | 'card_testing.ended' | 'certificate.expiring' | 'pass.personalized' | 'pass_type.log_kind' |
  'shared_order.started' | 'shared_order.locked' | 'shared_order.reopened' | 'shared_order.paid' |
  'shared_order.canceled' | 'shared_order.expired' | 'reconciliation.discrepancy' | 'webhook_endpoint.disabled'

export type EventTypes = EventType[]

/**
 * https with a host, without a user name and a fragment. A test merchant may also use http on localhost, 127.0.0.1 or
 * [::1], with a port. A numeric address must be public.
 */
export type EndpointURL = string

export type EndpointDescription = string

export interface WebhookEndpointCreation {
  url: EndpointURL
  eventTypes?: EventTypes
  description?: EndpointDescription
}

export interface WebhookEndpointChange {
  url?: EndpointURL
  eventTypes?: EventTypes | null
  description?: EndpointDescription | null
  disabled?: boolean
}

export interface WebhookSecretRotation {
  overlapHours?: number
}

export interface WebhookEndpoint {
  id: WebhookEndpointIdentifier
  url: EndpointURL
  /** Absent if the endpoint receives all types, including those of later versions. */
  eventTypes?: EventType[]
  description?: EndpointDescription
  disabled: boolean
  disabledAt?: Time
  /**
   * `merchant`: disabled by the merchant. `gone`: the endpoint returned 410. `failing`: the endpoint failed for days.
   */
  disabledBecause?: 'merchant' | 'gone' | 'failing'
  /** Time since which every attempt has failed. */
  failingSince?: Time
  /** Time until which its server asked for no requests (`Retry-After`). It may have passed. */
  pausedUntil?: Time
  /** Time until which the previous secret also signs. */
  previousSecretUntil?: Time
  createdAt: Time
  changedAt: Time
  secret?: WebhookSecret
}

export interface WebhookEndpointList {
  data: WebhookEndpoint[]
  nextCursor: Cursor | null
}

/**
 * `pending`: waits for an attempt. `delivered`: got a 2xx response. `failed`: got none until the last attempt.
 * `dropped`: its endpoint was disabled or deleted.
 */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'dropped'

export interface DeliveryAttempt {
  number: number
  at: Time
  milliseconds: number
  /** The status of the response; absent if there was none. */
  status?: number
  /** The reason why there was no response. */
  failure?: string
}

export interface Delivery {
  event: EventIdentifier
  endpoint: WebhookEndpointIdentifier
  type: EventType
  state: DeliveryState
  attemptCount: number
  /** Time of the next attempt, for a pending delivery. */
  nextAt?: Time
  createdAt: Time
  endedAt?: Time
  lastAttempt?: DeliveryAttempt
}

export interface DeliveryWithAttempts {
  event: EventIdentifier
  endpoint: WebhookEndpointIdentifier
  type: EventType
  state: DeliveryState
  attemptCount: number
  nextAt?: Time
  createdAt: Time
  endedAt?: Time
  lastAttempt?: DeliveryAttempt
  attempts: DeliveryAttempt[]
}

export interface DeliveryList {
  data: Delivery[]
  nextCursor: Cursor | null
}

/** The body of each delivery, byte for byte. */
export interface Event {
  id: EventIdentifier
  type: EventType
  createdAt: Time
  /** The identifier of the object that the event is about. */
  object: string
  /** Numbers the events of one object, without a gap. */
  sequence: number
  /**
   * The object at the time of the event, without secrets and contacts. For a checkout it also contains the `capture`,
   * `refund` or `dispute` concerned, for a balance the `hold` and `transfer`, and in `invoice.upcoming` of a
   * subscription the charge as `upcoming`. For a shared order it contains `id`, `status`, `version`, `currencyCode`,
   * `itemsTotal`, and the numbers of `participants` and `choices`. For `reconciliation.discrepancy` it contains the
   * processor's records and ours: `kind` (`missing`, `unexpected`, `doubled`, `amount`, `state`), `processor`, `key`,
   * `processorReference`, `checkout`, `ours`, `theirs`, `paymentAt` and `foundAt`.
   */
  data: Record<string, unknown>
}

export interface EventList {
  data: Event[]
  nextCursor: Cursor | null
}

export type MerchantIdentifier = string

export type KeyIdentifier = string

export type CertificateIdentifier = string

export type PassTypeIdentifier = string

export type PassIdentifier = string

export type CouponIdentifier = string

export type BalanceIdentifier = string

export type HoldIdentifier = string

export type TransferIdentifier = string

export type CheckoutIdentifier = string

export type SharedOrderIdentifier = string

export type CardIdentifier = string

export type CustomerIdentifier = string

export type PlanIdentifier = string

export type SubscriptionIdentifier = string

export type QuoteIdentifier = string

export type InvoiceIdentifier = string

export type LaterPaymentIdentifier = string

export type TestClockIdentifier = string

export type EventIdentifier = string

export type WebhookEndpointIdentifier = string

/** An opaque value from `nextCursor`. */
export type Cursor = string

/** An RFC 3339 time with a time zone. */
export type Time = string

/** An ISO 4217 code in upper case. */
export type Currency = string

/** An ISO 3166-1 alpha-2 code in upper case. */
export type Country = string

/** An ISO 3166-2 code, such as US-CA. */
export type Region = string

/** A decimal string in the currency that accompanies it; at most 9,007,199,254,740,991 minor units. */
export type Amount = string

/** An amount that may be negative. */
export type SignedAmount = string

/** A percentage as a decimal string, with at most four decimals. */
export type Percent = string

export type SecureURL = string

/** A host name in lower case, without scheme and port. */
export type Domain = string

/** The code of a message in the catalog; docs/api/messages.md contains the texts. */
export type MessageCode = 'email.required' | 'email.format' | 'email.character' | 'email.blank' | 'email.domain' |
  'email.suggestion' | 'phone.required' | 'phone.tooShort' | 'phone.tooLong' | 'phone.areaCode' | 'phone.notANumber' |
  'phone.unknown' | 'phone.otherCountry' | 'name.required' | 'name.letters' | 'phoneticName.required' |
  'phoneticName.characters' | 'postalAddress.required' | 'addressLines.required' | 'locality.required' |
  'subLocality.required' | 'administrativeArea.unknown' | 'administrativeArea.contradiction' | 'postalCode.elsewhere' |
  'postalCode.required' | 'postalCode.format' | 'country.required' | 'country.unknown' | 'country.contradiction' |
  'text.tooLong' | 'country.notServed' | 'postOfficeBox.notServed' | 'region.notServed' | 'shipping.noMethod' |
  'coupon.unknown' | 'coupon.expired' | 'coupon.exhausted' | 'coupon.belowMinimum' | 'coupon.alreadyUsed' |
  'balance.unknown' | 'balance.expired' | 'balance.frozen' | 'balance.held' | 'balance.insufficient' |
  'balance.currency' | 'balance.tooMany' | 'card.declined' | 'card.insufficientFunds' | 'card.issuingCountry' |
  'billing.name' | 'billing.postalAddress' | 'billing.addressLines' | 'billing.locality' | 'billing.administrativeArea'
  | 'billing.postalCode' | 'billing.country' | 'payment.tooManyAttempts' | 'payment.checking' | 'payment.unavailable' |
  'payment.canceled' | 'price.changed' | 'checkout.expired' | 'checkout.closed'

/** The code of a line that the server adds to the sheet. */
export type WordCode = 'line.subtotal' | 'line.discount' | 'line.shipping' | 'line.delivery' | 'line.pickup' |
  'line.tax' | 'line.pending' | 'line.giftCard' | 'line.storeCredit' | 'line.prepaid'

export type Language = 'en' | 'fr' | 'de' | 'es' | 'it' | 'pt' | 'nl' | 'ja' | 'zh-Hans' | 'zh-Hant' | 'ko'

export type Message = string
