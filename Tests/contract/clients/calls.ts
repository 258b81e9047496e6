// Calls by the client in TypeScript, which test_typescript.py compiles and runs. Its arguments are
// the URL, and then calls as JSON: a name and its arguments. It prints the outcome of each.
import { Paysheet, Sheet, verifyWebhook } from './paysheet.js'

declare const process: { argv: string[] }

const [url, ...calls] = process.argv.slice(2)

const outcomes: Record<string, (...values: any[]) => unknown> = {
  construct: (key, at) => { new Sheet(key ?? undefined, at ?? undefined); return new Paysheet(key, at) && 'made' },
  call: (name, ...values) => (new Paysheet('sk_1', url, { retries: 2 }) as any)[name](...values),
  webhook: (body, headers, secret) => verifyWebhook(body, headers, secret ?? undefined),
}

for (const call of calls) {
  const [name, ...values] = JSON.parse(call)
  try {
    console.log(JSON.stringify({ answer: await outcomes[name](...values) }))
  } catch (error: any) {
    const { member, answer } = error
    console.log(JSON.stringify({ error: error.constructor.name, message: error.message, member, answer }))
  }
}
