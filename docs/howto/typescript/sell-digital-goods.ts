// Sell digital goods: the card's billing address decides the tax.
import { Paysheet, Sheet } from '../../../clients/paysheet.js'

declare const process: { env: Record<string, string> }
const { PAYSHEET_SECRET_KEY, PAYSHEET_URL } = process.env

const paysheet = new Paysheet(PAYSHEET_SECRET_KEY, PAYSHEET_URL)
const settings = await paysheet.changeSettings({
  taxRates: [
    { label: 'Sales tax', countryCode: 'US', region: 'US-CA', percent: '8.25' },
    { label: 'MwSt.', countryCode: 'DE', percent: '19', inclusion: 'included' },
  ],
})
console.log(settings.taxRates?.map(rate => rate.label).join(', '))  // Sales tax, MwSt.

const checkout = await paysheet.createCheckout({
  countryCode: 'US', currencyCode: 'USD',
  items: [{ name: 'Knitting pattern', unitPrice: '10.00', requiresShipping: false }],
  requiredBillingContactFields: ['postalAddress'], requiredShippingContactFields: ['email'],
})

// The page's part: the sheet reports the chosen card with the place of its billing address.
const sheet = new Sheet(checkout.clientSecret, PAYSHEET_URL)
const place = {
  locality: 'Cupertino', administrativeArea: 'CA', postalCode: '95014', countryCode: 'US',
}
const update = await sheet.selectPaymentMethod(
  checkout.id, { paymentMethod: { type: 'credit', billingContact: place } })
for (const line of update.newLineItems)
  console.log(line.label, line.amount)  // Subtotal 10.00, Sales tax 0.83
console.log(update.newTotal.amount)  // 10.83

const paid = await sheet.authorizeCheckout(checkout.id, {
  payment: {
    token: { transactionIdentifier: 'Simulated Identifier', paymentData: {} },
    shippingContact: { emailAddress: 'joel@example.com' },
    billingContact: {
      ...place, givenName: 'Joel', familyName: 'Appleseed', addressLines: ['1 Example Park Way'],
    },
  },
})
console.log(paid.status, paid.checkout.status, paid.checkout.total)  // 0 captured 10.83
