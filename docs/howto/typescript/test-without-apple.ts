// Test without Apple: a decline, a lost answer of the processor, and a dispute.
import { Paysheet, Sheet } from '../../../clients/paysheet.js'

declare const process: { env: Record<string, string> }
const { PAYSHEET_SECRET_KEY, PAYSHEET_URL } = process.env

const paysheet = new Paysheet(PAYSHEET_SECRET_KEY, PAYSHEET_URL)
const checkout = await paysheet.createCheckout({
  countryCode: 'US', currencyCode: 'USD', items: [{ name: 'Scarf', unitPrice: '25.00' }],
})
const sheet = new Sheet(checkout.clientSecret, PAYSHEET_URL)

const pay = (paymentData: object) => sheet.authorizeCheckout(checkout.id, {
  payment: { token: { transactionIdentifier: 'Simulated Identifier', paymentData } },
})

const declined = await pay({ sandbox: { outcome: 'insufficient_funds' } })
console.log(declined.checkout.status, declined.checkout.decline?.code)  // open insufficient_funds

// The processor charges the card and its answer is lost: a worker finds the charge and voids it.
const lost = await pay({ sandbox: { outcome: 'unknown' } })
console.log(lost.errors?.[0].messageCode, lost.checkout.status)  // payment.checking authorizing
while ((await sheet.getCheckout(checkout.id)).lastAttempt?.code === 'checking')
  await new Promise(done => setTimeout(done, 1000))
const state = await sheet.getCheckout(checkout.id)
console.log(state.status, state.lastAttempt?.code)  // open voided

console.log((await pay({})).checkout.status)  // captured
const { reference } = await paysheet.openSandboxDispute(
  checkout.id, { amount: '4.00', reason: 'product_not_received' })
await paysheet.winSandboxDispute(reference)
for (const dispute of (await paysheet.getCheckout(checkout.id)).disputes ?? [])
  console.log(dispute.status, dispute.amount)  // won 4.00
