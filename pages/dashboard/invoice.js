// A payment link.

import { dialog, isMade, reveal } from '/dashboard/forms.js'
import { ask } from '/dashboard/server.js'

export const linkOf = clientSecret => `${location.origin}/pay/${clientSecret}`

export async function invoice() {
  const opened = await dialog({
    title: 'New payment link', button: 'Create link', text: 'Any person with the link can pay until it expires.',
    fields: [
      { name: 'label', label: 'Description', required: true, pointers: ['/lineItems/0/label', '/lineItems'] },
      { name: 'amount', label: 'Amount', required: true, inputmode: 'decimal', pointers: ['/lineItems/0/amount'], hint: 'Such as 120.00' },
      { name: 'currencyCode', label: 'Currency', required: true, value: 'USD', maxlength: 3 },
      { name: 'reference', label: 'Reference', hint: 'Your own number, for searches. Optional.' },
      { name: 'email', label: 'Ask for an e-mail address', kind: 'checkbox', value: true },
    ],
    submit: async ({ label, amount, currencyCode, reference, email }, key) => ask('POST', '/checkouts', {
      key, body: { countryCode: (await ask('GET', '/merchant')).countryCode ?? 'US', currencyCode: currencyCode?.toUpperCase(), reference, lineItems: [{ label, amount }],
        requiredShippingContactFields: email ? ['email'] : [] },
    }),
  })
  if (!isMade(opened)) return
  await reveal('Payment link', linkOf(opened.clientSecret), `The link expires on ${new Date(opened.expiresAt).toLocaleString()}.`, 'The page of the checkout shows the link, too.')
  location.hash = `#/checkouts/${opened.id}`
}
