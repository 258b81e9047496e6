// Receive webhooks: accepts an event with a valid signature, and refuses any other request.
import { createServer } from 'node:http'
import { type Event, InvalidWebhook, Paysheet, verifyWebhook } from '../../../clients/paysheet.js'

declare const process: { env: Record<string, string> }
const { PAYSHEET_SECRET_KEY, PAYSHEET_URL } = process.env

const paysheet = new Paysheet(PAYSHEET_SECRET_KEY, PAYSHEET_URL)
let accept: (event: Event) => void
const accepted = new Promise<Event>(resolve => { accept = resolve })

const server = createServer(async (request, response) => {
  let body = ''
  const decoder = new TextDecoder()
  try {
    // In the try as well, because the sender may hang up.
    for await (const chunk of request) body += decoder.decode(chunk, { stream: true })
    // Answer soon, and do the work afterwards. An event may arrive twice: store its id.
    accept(await verifyWebhook(body, request.headers, endpoint.secret!))
    response.writeHead(204).end()
  } catch (error) {
    response.writeHead(error instanceof InvalidWebhook ? 400 : 500).end()
  }
})
await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
const { port } = server.address() as { port: number }
const url = `http://127.0.0.1:${port}/paysheet-events`
// Only this response contains the secret.
const endpoint = await paysheet.createWebhookEndpoint({ url, eventTypes: ['checkout.canceled'] })

const checkout = await paysheet.createCheckout({
  countryCode: 'US', currencyCode: 'USD', items: [{ name: 'Scarf', unitPrice: '25.00' }],
})
await paysheet.cancelCheckout(checkout.id)
const event = await accepted
console.log(event.type, event.object === checkout.id)  // checkout.canceled true
while ((await paysheet.getWebhookDelivery(endpoint.id, event.id)).state !== 'delivered')
  await new Promise(done => setTimeout(done, 1000))

const forged = await fetch(url, { method: 'POST', body: '{"type": "checkout.captured"}' })
console.log(forged.status)  // 400
await paysheet.deleteWebhookEndpoint(endpoint.id)
server.close()
