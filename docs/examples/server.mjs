// A shop's server: PAYSHEET_SECRET_KEY=sk_… PAYSHEET_URL=http://127.0.0.1:8080 node server.mjs, then http://127.0.0.1:8000.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
const { PAYSHEET_SECRET_KEY, PAYSHEET_URL, PORT = 8000 } = process.env
const page = (await readFile(new URL('storefront.html', import.meta.url), 'utf8')).replace('http://127.0.0.1:8080', PAYSHEET_URL)
const order = { countryCode: 'US', currencyCode: 'USD', items: [{ name: 'Scarf', quantity: 1, unitPrice: '25.00' }] }

createServer(async (request, response) => {
  if (request.method !== 'POST') return response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page)
  const opened = await fetch(`${PAYSHEET_URL}/v1/checkouts`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${PAYSHEET_SECRET_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(order),
  }).then(answer => answer.json(), problem => ({ detail: problem.message }))
  if (!opened.clientSecret) console.error(opened.detail)
  response.statusCode = opened.clientSecret ? 200 : 502
  // The page needs the client secret and nothing else.
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ clientSecret: opened.clientSecret }))
}).listen(Number(PORT), '127.0.0.1')
