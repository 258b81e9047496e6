// Refund a payment: one item to the card, an amount as store credit, and then the rest.
import { Paysheet, PaysheetError, Sheet } from '../../../clients/paysheet.js'

declare const process: { env: Record<string, string> }
const { PAYSHEET_SECRET_KEY, PAYSHEET_URL } = process.env

const paysheet = new Paysheet(PAYSHEET_SECRET_KEY, PAYSHEET_URL)
const checkout = await paysheet.createCheckout({
  countryCode: 'US', currencyCode: 'USD',
  items: [{ name: 'Scarf', quantity: 2, unitPrice: '25.00' }, { name: 'Hat', unitPrice: '40.00' }],
})

// The page's part: the buyer pays in the sheet.
const sheet = new Sheet(checkout.clientSecret, PAYSHEET_URL)
const paid = await sheet.authorizeCheckout(checkout.id, {
  payment: { token: { transactionIdentifier: 'Simulated Identifier', paymentData: {} } },
})
console.log(paid.status, paid.checkout.status)  // 0 captured

const scarf = await paysheet.refundCheckout(
  checkout.id, { items: [{ index: 0, quantity: 1 }], reason: 'Damaged' }, `${checkout.id}-return-1`)
console.log(scarf.status, scarf.amount, scarf.cardAmount)  // succeeded 25.00 25.00

const credit = await paysheet.refundCheckout(checkout.id, { amount: '10.00', to: 'balance' })
console.log(credit.amount, credit.credit?.balance)  // 10.00 bal_…

try {
  await paysheet.refundCheckout(checkout.id, { amount: '60.00' })
} catch (error) {
  if (!(error instanceof PaysheetError)) throw error
  console.log(error.status, error.code)  // 409 exceeds_captured
  console.log(error.detail)  // at most 55.00 can still be refunded
}

const rest = await paysheet.refundCheckout(checkout.id)
console.log(rest.amount, rest.checkout?.status)  // 55.00 refunded
for await (const refund of paysheet.listRefunds(checkout.id)) {
  console.log(refund.amount)  // 55.00, 10.00, 25.00
}
