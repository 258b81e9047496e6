// Run: PAYSHEET_SECRET_KEY=sk_… PAYSHEET_URL=http://127.0.0.1:8080 node server.mjs (port 8000)
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
const { PAYSHEET_SECRET_KEY: key, PAYSHEET_URL: url, PORT = 8000 } = process.env
if (!key || !url) console.error('set PAYSHEET_SECRET_KEY and PAYSHEET_URL'), process.exit(1)
const page = await readFile(new URL('storefront.html', import.meta.url), 'utf8')
const items = [{ name: 'Scarf', quantity: 1, unitPrice: '25.00' }]
const body = JSON.stringify({ countryCode: 'US', currencyCode: 'USD', items })
const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
createServer(async ({ method }, response) => {
  response.setHeader('Content-Type', method === 'POST' ? 'application/json' : 'text/html')
  if (method !== 'POST') return response.end(page.replace('http://127.0.0.1:8080', url))
  const answer = await fetch(`${url}/v1/checkouts`, { method, headers, body })
    .then(answer => answer.json()).catch(({ cause }) => ({ detail: cause?.code ?? 'no JSON' }))
  const { clientSecret, detail = 'this is not Paysheet', errors = [] } = answer ?? {}
  if (!clientSecret) console.error(`no checkout from ${url}: ${detail}`)
  for (const one of errors) console.error(`${one.pointer}: ${one.detail}`)
  response.statusCode = clientSecret ? 200 : 502
  response.end(JSON.stringify({ clientSecret })) // The page needs nothing else.
}).listen(Number(PORT), '127.0.0.1')
