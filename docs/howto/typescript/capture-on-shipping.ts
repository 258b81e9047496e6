// Capture when you ship: authorizes an order, captures one parcel and releases the rest.
import { Paysheet, Sheet } from '../../../clients/paysheet.js'

declare const process: { env: Record<string, string> }
const { PAYSHEET_SECRET_KEY, PAYSHEET_URL } = process.env

const paysheet = new Paysheet(PAYSHEET_SECRET_KEY, PAYSHEET_URL)
const checkout = await paysheet.createCheckout({
  countryCode: 'US', currencyCode: 'USD', captureMethod: 'manual',
  items: [{ name: 'Scarf', quantity: 2, unitPrice: '25.00' }, { name: 'Hat', unitPrice: '40.00' }],
})

// The page's part: the buyer pays in the sheet.
const sheet = new Sheet(checkout.clientSecret, PAYSHEET_URL)
const paid = await sheet.authorizeCheckout(checkout.id, {
  payment: { token: { transactionIdentifier: 'Simulated Identifier', paymentData: {} } },
})
console.log(paid.status, paid.checkout.status)  // 0 authorized

// The first parcel leaves. With a key of your own, the call can be repeated after a crash.
const parcel = await paysheet.captureCheckout(
  checkout.id, { items: [{ index: 0, quantity: 2 }] }, `${checkout.id}-parcel-1`)
console.log(parcel.status, parcel.amount)  // succeeded 50.00

// The hat is sold out.
const rest = await paysheet.voidCheckout(checkout.id)
console.log(rest.status, rest.authorizedAmount, rest.capturedAmount)  // captured 90.00 50.00
