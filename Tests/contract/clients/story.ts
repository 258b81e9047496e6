// One payment by the client in TypeScript, which test_clients.py compiles and runs; it prints what
// the client returned. Its arguments are the URL, a secret key, a payment, and a webhook as JSON.
import { InvalidWebhook, Paysheet, PaysheetError, Sheet, verifyWebhook } from './paysheet.js'

declare const process: { argv: string[] }

const [url, key, payment, webhook] = process.argv.slice(2)
const paysheet = new Paysheet(key, url)

async function refused(call: () => Promise<unknown>) {
  try {
    await call()
  } catch (error) {
    if (error instanceof PaysheetError) return { status: error.status, code: error.code, errors: error.errors }
    if (error instanceof InvalidWebhook) return { status: 400 }
    throw error
  }
}

const items = [{ name: 'Scarf', quantity: 2, unitPrice: '25.00' }]
const opened = await paysheet.createCheckout({ countryCode: 'US', currencyCode: 'USD', captureMethod: 'manual', items })
const changed = await paysheet.changeCheckout(opened.id, { reference: 'order-1001' })
const sheet = new Sheet(opened.clientSecret, url)
const authorized = await sheet.authorizeCheckout(opened.id, { payment: JSON.parse(payment) })
const captured = await paysheet.captureCheckout(opened.id, { amount: '40.00' })
const refunds: string[] = []
for (const amount of ['1.00', '2.00', '3.00']) refunds.push((await paysheet.refundCheckout(opened.id, { amount })).id)
const again = await paysheet.refundCheckout(opened.id, { amount: '4.00' }, 'once-' + opened.id)
const repeated = await paysheet.refundCheckout(opened.id, { amount: '4.00' }, 'once-' + opened.id)
const listed: string[] = []
for await (const refund of paysheet.listRefunds(opened.id, { limit: 2 })) listed.push(refund.id)
const { body, headers, secret } = JSON.parse(webhook)
const event = await verifyWebhook(body, headers, secret)
console.log(JSON.stringify({
  reference: changed.reference, status: authorized.status, captured: captured.amount,
  refunds: [...refunds, again.id], isRepeated: again.id === repeated.id, listed, event: event.id,
  unknown: await refused(() => paysheet.createCheckout({ currencyCode: 'USD', item: [] } as any)),
  forged: await refused(() => verifyWebhook(body + ' ', headers, secret)),
  undecodable: await refused(() => verifyWebhook(body, { ...headers, 'Webhook-Signature': 'v1,A' }, secret)),
  dots: await paysheet.getCheckout('..').then(() => false, error => error instanceof TypeError),
  late: await refused(() => verifyWebhook(body, headers, secret, -1)),
  refund: (await paysheet.getRefund(opened.id, again.id)).amount,
}))
