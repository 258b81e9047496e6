// Sell subscriptions: two free weeks, then 9.00 a month; a test clock makes two charges at once.
import { Paysheet, Sheet } from '../../../clients/paysheet.js'

declare const process: { env: Record<string, string> }
const { PAYSHEET_SECRET_KEY, PAYSHEET_URL } = process.env

const paysheet = new Paysheet(PAYSHEET_SECRET_KEY, PAYSHEET_URL)
const plan = await paysheet.createPlan({
  name: 'Club', currencyCode: 'USD', managementURL: 'https://shop.example/account',
  phases: [
    { kind: 'trial', interval: { unit: 'week' }, cycles: 2 },
    { kind: 'regular', amount: '9.00', interval: { unit: 'month' } },
  ],
})
// A test clock moves the calendar. Omit it in production.
const clock = await paysheet.createTestClock({ now: '2026-12-01T10:00:00Z' })
const checkout = await paysheet.createCheckout({
  countryCode: 'US', currencyCode: 'USD', plan: plan.id, testClock: clock.id,
})

// The page's part. The first renewal is approved, then the card is lost.
const sheet = new Sheet(checkout.clientSecret, PAYSHEET_URL)
const paid = await sheet.authorizeCheckout(checkout.id, {
  payment: {
    token: {
      transactionIdentifier: 'Simulated Identifier',
      paymentData: { sandbox: { renewals: ['approve', 'lost_card'] } },
    },
  },
})
console.log(paid.status)  // 0
const { value: subscription } = await paysheet.listSubscriptions({ checkout: checkout.id }).next()

await paysheet.advanceTestClock(clock.id, { to: '2027-01-16T00:00:00Z' })
while ((await paysheet.getTestClock(clock.id)).status !== 'ready')
  await new Promise(done => setTimeout(done, 1000))
const invoices = []
for await (const invoice of paysheet.listInvoices({ subscription: subscription!.id }))
  invoices.push(invoice)
for (const invoice of invoices.slice(0, 2))
  console.log(invoice.period, invoice.status, invoice.amount)  // 3 open 9.00, 2 paid 9.00

// Send the buyer a sheet for the open invoice. The card that pays it is charged from then on.
const opened = await paysheet.openPaymentSheet(subscription!.id)
console.log(Object.keys(opened).join(', '))  // checkout, clientSecret
