// Issue a Wallet pass: a gift card's pass shows its balance, and follows it.
import { Paysheet } from '../../../clients/paysheet.js'

declare const process: { env: Record<string, string> }
const { PAYSHEET_SECRET_KEY, PAYSHEET_URL } = process.env

const paysheet = new Paysheet(PAYSHEET_SECRET_KEY, PAYSHEET_URL)
const { value: passType } = await paysheet.listPassTypes().next()
if (!passType) throw Error('this merchant has no pass type: see docs/howto/issue-a-wallet-pass.md')
const card = await paysheet.createBalance({
  kind: 'gift_card', currencyCode: 'USD', amount: '25.00',
})
const issued = await paysheet.issuePass({ passType: passType.id, balance: card.id })
console.log(issued.passTypeIdentifier, issued.voided)  // pass.example.paysheet.demo false
// The link for the buyer's phone, for example in an email.
console.log(issued.url)  // http…/wallet/pas_…

// An app adds the file to Wallet itself. It is a zip archive.
const file = await paysheet.getPassPackage(issued.id)
console.log(new TextDecoder().decode(file.slice(0, 2)))  // PK

const shown = async () => (await paysheet.getPassFields(issued.id)).fields.balance.value
console.log(await shown())  // 25
await paysheet.debitBalance(card.id, { amount: '5.00', currencyCode: 'USD' })
// A worker updates the pass and notifies the phones that have it.
while (await shown() === 25) await new Promise(done => setTimeout(done, 1000))
console.log(await shown())  // 20
