// Add Apple Pay to a page: the route that creates a checkout and returns its client secret.
import { createServer } from 'node:http'
import { Paysheet } from '../../../clients/paysheet.js'

declare const process: { env: Record<string, string> }
const { PAYSHEET_SECRET_KEY, PAYSHEET_URL } = process.env

const paysheet = new Paysheet(PAYSHEET_SECRET_KEY, PAYSHEET_URL)

const server = createServer(async (_, response) => {
  try {
    // The server sets the prices. A page may send the goods, never their prices.
    const { clientSecret } = await paysheet.createCheckout({
      countryCode: 'US', currencyCode: 'USD', items: [{ name: 'Scarf', unitPrice: '25.00' }],
    })
    // The page needs only the client secret. The secret key stays here.
    response.writeHead(200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ clientSecret }))
  } catch {
    response.writeHead(502).end()
  }
})
await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
const { port } = server.address() as { port: number }

// The page's part: it passes the client secret to Paysheet.button.
const answer = await fetch(`http://127.0.0.1:${port}/checkout`, { method: 'POST' })
console.log(JSON.stringify(await answer.json()))  // {"clientSecret":"cs_…"}
const { value: newest } = await paysheet.listCheckouts().next()
console.log(newest!.status, newest!.total)  // open 25.00
server.close()
