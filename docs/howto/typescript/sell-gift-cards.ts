// Sell gift cards: sells one, and lets its holder pay a part of another order with it.
import { Paysheet, Sheet } from '../../../clients/paysheet.js'

declare const process: { env: Record<string, string> }
const { PAYSHEET_SECRET_KEY, PAYSHEET_URL } = process.env
const payment = { token: { transactionIdentifier: 'Simulated Identifier', paymentData: {} } }

const paysheet = new Paysheet(PAYSHEET_SECRET_KEY, PAYSHEET_URL)
const card = await paysheet.createBalance({ kind: 'gift_card', currencyCode: 'USD' })
console.log(card.kind, card.status, card.available)  // gift_card active 0.00

// The capture of the item credits its price to the balance.
const sale = await paysheet.createCheckout({
  countryCode: 'US', currencyCode: 'USD',
  items: [
    { name: 'Gift card', unitPrice: '25.00', requiresShipping: false, creditsBalance: card.id },
  ],
})
const sold = await new Sheet(sale.clientSecret, PAYSHEET_URL)
  .authorizeCheckout(sale.id, { payment })
console.log(sold.status, sold.checkout.total)  // 0 25.00
console.log((await paysheet.getBalance(card.id)).available)  // 25.00

// The holder enters the code in the page of another checkout. The card pays the rest.
const order = await paysheet.createCheckout({
  countryCode: 'US', currencyCode: 'USD', items: [{ name: 'Scarf', unitPrice: '40.00' }],
})
const sheet = new Sheet(order.clientSecret, PAYSHEET_URL)
const update = await sheet.attachBalance(order.id, { code: card.code! })
console.log(update.newLineItems.map(line => line.amount).join(', '))  // 40.00, -25.00
console.log(update.newTotal.amount)  // 15.00
const paid = await sheet.authorizeCheckout(order.id, { payment })
console.log(paid.status, paid.checkout.total)  // 0 15.00
