// The simulated wallet: cards for every outcome, and an address book with realistic entries.

const CARDS = [
  { name: 'Visa 1234', network: 'Visa', type: 'credit' },
  { name: 'Mastercard 5100 · US', network: 'MasterCard', type: 'debit', sandbox: { issuingCountry: 'US' } },
  { name: 'Visa 2001 · insufficient funds', network: 'Visa', type: 'debit', sandbox: { outcome: 'insufficient_funds' } },
  { name: 'Visa 2002 · declined', network: 'Visa', type: 'credit', sandbox: { outcome: 'decline' } },
  { name: 'Visa 2003 · other billing ZIP at the bank', network: 'Visa', type: 'credit', sandbox: { outcome: 'billing_postal_code_mismatch' } },
  { name: 'Amex 3001 · slow bank', network: 'AmEx', type: 'credit', sandbox: { outcome: 'slow', delayMilliseconds: 4000 } },
  { name: 'Visa 2005 · declines later charges', network: 'Visa', type: 'credit', sandbox: { renewals: ['approve', 'insufficient_funds'] } },
  { name: 'Visa 2004 · answer is lost', network: 'Visa', type: 'credit', sandbox: { outcome: 'unknown' } },
]

/** A token like that of Apple's simulator: only test merchants accept it. */
function tokenOf(card) {
  return {
    paymentData: card.sandbox ? { sandbox: card.sandbox } : {},
    paymentMethod: { displayName: card.name.split(' · ')[0], network: card.network, type: card.type },
    transactionIdentifier: 'Simulated Identifier',
  }
}

const JOHNNY = {
  givenName: 'Johnny', familyName: 'Appleseed', phoneticGivenName: 'Johnny', phoneticFamilyName: 'Appleseed',
  emailAddress: 'johnny@example.com', phoneNumber: '(408) 996-1010', addressLines: ['1 Infinite Loop'], subLocality: '',
  locality: 'Cupertino', administrativeArea: 'CA', postalCode: '95014-2083', country: 'United States', countryCode: 'US',
}

/** Valid contacts and faulty ones, with the fault after the name. */
const CONTACTS = [
  { contact: JOHNNY },
  { note: 'Californie, États-Unis', contact: { ...JOHNNY, givenName: 'Zoë', familyName: 'Martin', administrativeArea: 'Californie', postalCode: '950142083', country: 'États-Unis', countryCode: '' } },
  { note: 'St. Paul, no state', contact: { ...JOHNNY, givenName: 'Søren', familyName: '', addressLines: ['30 East 7th St'], locality: 'St. Paul', administrativeArea: '', postalCode: '55101' } },
  { note: 'Massachussetts', contact: { ...JOHNNY, givenName: 'Mary Jane', familyName: 'O’Neil', addressLines: ['1 Brattle St.'], locality: 'Cambrige', administrativeArea: 'Massachussetts', postalCode: '02138' } },
  { note: 'ZIP of another state', contact: { ...JOHNNY, givenName: 'Ana', familyName: 'Núñez', locality: 'Boston', administrativeArea: 'MA' } },
  { note: 'postal code 9', contact: { ...JOHNNY, givenName: 'Li', familyName: 'Wei', postalCode: '9' } },
  { note: 'phone too short', contact: { ...JOHNNY, givenName: 'Uma', familyName: 'Rao', phoneNumber: '408 996' } },
  { note: 'no street', contact: { ...JOHNNY, givenName: 'Ivan', familyName: 'Horvat', addressLines: [] } },
  { note: 'jo@gmial.com', contact: { ...JOHNNY, givenName: 'Jo', familyName: 'Smith', emailAddress: 'jo@gmial.com' } },
  { note: 'Hawaï', contact: { ...JOHNNY, givenName: 'Keola', familyName: 'Kahale', addressLines: ['801 Kalakaua Ave'], locality: 'Honolulu', administrativeArea: 'Hawaï', postalCode: '96815' } },
  { note: 'London', contact: { ...JOHNNY, givenName: 'Amy', familyName: 'Pond', addressLines: ['10 Endell Street'], locality: 'London', administrativeArea: '', postalCode: 'WC2H 9HQ', country: 'United Kingdom', countryCode: 'gb', phoneNumber: '020 7946 0958' } },
  { note: '東京', contact: { ...JOHNNY, givenName: '太郎', familyName: '山田', phoneticGivenName: 'タロウ', phoneticFamilyName: 'ヤマダ', addressLines: ['千代田１−１'], locality: '千代田区', administrativeArea: '東京都', postalCode: '１００−０００１', country: '日本', countryCode: 'JP', phoneNumber: '090-1234-5678' } },
]

/** A contact as Apple redacts it before the payment: the place, and the postal code's beginning. */
function redacted(contact) {
  const { locality, administrativeArea, country, countryCode } = contact
  let { postalCode = '' } = contact
  if (countryCode.toUpperCase() === 'US') postalCode = postalCode.slice(0, 5)
  if (['CA', 'GB'].includes(countryCode.toUpperCase())) postalCode = postalCode.slice(0, -3)
  return { givenName: '', familyName: '', locality, administrativeArea, country, countryCode, postalCode }
}

/** The parts of a contact that belong to each field of the request. */
const PARTS = {
  name: ['givenName', 'familyName'],
  phoneticName: ['phoneticGivenName', 'phoneticFamilyName'],
  email: ['emailAddress'],
  phone: ['phoneNumber'],
  postalAddress: ['addressLines', 'subLocality', 'locality', 'administrativeArea', 'postalCode', 'country', 'countryCode'],
}

/** The contact's parts that the sheet requires; an address includes the name. */
function asked(contact, fields) {
  const wanted = fields.includes('postalAddress') ? [...fields, 'name'] : fields
  return Object.fromEntries(wanted.flatMap(field => PARTS[field].map(part => [part, contact[part]])))
}
