// Start a shared order in Messages: two friends choose, and the host pays for both.
import { Paysheet, Sheet } from '../../../clients/paysheet.js'

declare const process: { env: Record<string, string> }
const { PAYSHEET_SECRET_KEY, PAYSHEET_URL } = process.env

const paysheet = new Paysheet(PAYSHEET_SECRET_KEY, PAYSHEET_URL)
const order = await paysheet.startSharedOrder({
  title: 'Ice cream', countryCode: 'US', currencyCode: 'USD',
  menu: [
    { id: 'cone', name: 'Cone', price: '3.00' },
    { id: 'water', name: 'Water', price: '1.00', stock: 6 },
  ],
  host: { name: 'Ada', identifier: '6F1D2C4B-0001-4000-8000-000000000001' },
})
const { caption, subcaption } = order.message
console.log(caption, '-', subcaption)  // Ice cream - Join in and choose

// The apps' part: a call with the link's token and a participant's credential.
async function app(method: string, path: string, body?: object, credential?: string) {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  if (credential) headers.Authorization = `Bearer ${credential}`
  const answer = await fetch(`${PAYSHEET_URL}/v1/shared/${order.token}${path}`, {
    method, headers, body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}

const ada = order.credential
const { credential: ben } = await app('POST', '/participants', {
  name: 'Ben', identifier: '6F1D2C4B-0002-4000-8000-000000000002',
})
const cones = await app('PUT', '/choices/mine', { item: 'cone', quantity: 2 }, ada)
const water = await app('PUT', '/choices/mine', { item: 'water' }, ben)
console.log(cones.amount, water.amount)  // 6.00 1.00

// The host locks the order that is on their screen, and pays it.
const { hash } = await app('GET', '')
console.log((await app('POST', '/lock', { hash, payers: 'host' }, ada)).status)  // locked
const { id, clientSecret } = await app('POST', '/checkout', { hash }, ada)
await new Sheet(clientSecret, PAYSHEET_URL).authorizeCheckout(id, {
  payment: { token: { transactionIdentifier: 'Simulated Identifier', paymentData: {} } },
})
let state = await app('GET', '')
for (; state.payments[0].status !== 'paid'; state = await app('GET', ''))
  await new Promise(done => setTimeout(done, 1000))
console.log(state.status, state.payments[0].amount)  // paid 7.00
