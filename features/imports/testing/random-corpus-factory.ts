import type { DocumentMap, DocumentValue, SourceDocument } from '@quaff/platform/shared/documents/document-values'

/** Returns a seeded random generator. */
function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number) => Math.floor(next() * count)
  const one = <T>(items: readonly T[]): T => items[below(items.length)] as T
  return { below, one, chance: (of: number) => below(of) === 0 }
}
type Dice = ReturnType<typeof dice>

const texts = [
  '',
  ' x ',
  'Café Zürich 👋',
  'a\nb',
  'tab\there',
  '‮turned',
  '0',
  'null',
  '2024-01-01',
  'nul\u0000',
  '\ud800half',
]
const names = ['note', 'ä.ö', '__proto__', 'constructor', '$odd', 'with space', 'nested', 'UPPER', 'nul\u0000name']

/** Returns any value that the source's database can hold. */
function anyValue(roll: Dice, depth = 0): DocumentValue {
  const kind = roll.below(depth > 3 ? 12 : 15)
  if (kind === 0) return null
  if (kind === 1) return roll.chance(2)
  if (kind === 2) return roll.one([0, 1, -7, 2 ** 53 - 1, -(2 ** 53) + 1])
  if (kind === 3) return roll.one([0.1, 29.99, 1e-300, 1.7976931348623157e308, 1e21])
  if (kind === 4) return roll.one(texts)
  if (kind === 5) return anyTime(roll)
  if (kind === 6) return { $ref: `users/${roll.one(['u1', 'ä ö'])}` }
  if (kind === 7) return { $geo: [roll.one([47.36, -90, 0]), roll.one([8.54, 180, -0.5])] }
  if (kind === 8) return { $bytes: roll.one(['', 'AAEC', '/+8=']) }
  if (kind === 9) return { $int: roll.one(['9223372036854775807', '-9223372036854775808']) }
  if (kind === 10) return { $double: roll.one(['NaN', 'Infinity', '-Infinity']) }
  if (kind === 11)
    return roll.one<DocumentValue>([{ $map: { seconds: 1, nanoseconds: 2 } }, { $map: { $time: 'no time' } }, {}, []])
  if (kind === 12) return Array.from({ length: roll.below(4) }, () => anyValue(roll, depth + 1))
  return anyMap(roll, depth + 1)
}

const anyFields = (roll: Dice, depth = 0): DocumentMap =>
  Object.fromEntries(Array.from({ length: roll.below(4) }, () => [roll.one(names), anyValue(roll, depth)] as const))

function anyMap(roll: Dice, depth = 0): DocumentMap {
  const map = anyFields(roll, depth)
  const [name, ...others] = Object.keys(map)
  return name?.startsWith('$') && others.length === 0 ? { $map: map } : map
}

const anyTime = (roll: Dice): DocumentValue => ({
  $time: roll.one([
    '2024-02-29T23:59:59Z',
    '2024-02-29T23:59:59.000Z',
    '2023-11-14T22:13:20.123456Z',
    '2023-11-14T22:13:20.123456789Z',
    '2022-05-06T07:08:09.5Z',
    '1969-12-31T23:59:59.999Z',
  ]),
})

/** Returns a time as sources write it (tagged, as text, in three units), or an invalid time. */
const someTime = (roll: Dice): DocumentValue =>
  roll.chance(2)
    ? anyTime(roll)
    : roll.one([
        '2023-11-14T22:13:20.1234Z',
        '2023-11-14T23:13:20+01:00',
        1_700_000_000,
        1_700_000_000_123,
        '1700000000',
      ])

const someText = (roll: Dice): DocumentValue =>
  roll.chance(4) ? roll.one<DocumentValue>([...texts, 41, 'x'.repeat(501), true]) : `Text ${roll.below(9)}`

/** Returns mostly a valid value, sometimes none or an arbitrary one. */
function field(roll: Dice, name: string, value: () => DocumentValue): DocumentMap {
  if (roll.chance(5)) return {}
  if (roll.chance(9)) return { [name]: null }
  return { [name]: roll.chance(8) ? anyValue(roll) : value() }
}

const sure = (roll: Dice, name: string, value: DocumentValue): DocumentMap =>
  roll.chance(4) ? {} : { [name]: roll.chance(6) ? null : value }

const times = (roll: Dice) => ({
  ...field(roll, 'createdAt', () => someTime(roll)),
  ...field(roll, 'updatedAt', () => someTime(roll)),
})
const text = (roll: Dice, ...fields: string[]) =>
  Object.assign({}, ...fields.map((name) => field(roll, name, () => someText(roll)))) as DocumentMap
const flag = (roll: Dice, ...fields: string[]) =>
  Object.assign({}, ...fields.map((name) => field(roll, name, () => roll.chance(2)))) as DocumentMap
const unknown = (roll: Dice): DocumentMap =>
  roll.chance(2) ? { [roll.one(['stripeId', 'x y', 'legacy', '__proto__x'])]: anyValue(roll) } : {}

const intervals = ['day', 'week', 'month', 'year'] as const

function merchantDocument(roll: Dice, people: readonly string[]): DocumentMap {
  return {
    ...text(roll, 'name', 'description', 'logoUrl'),
    ...field(roll, 'status', () => roll.one(['active', 'archived', 'pending_review', 'odd'])),
    ...flag(roll, 'needsReview'),
    ...field(roll, 'ownerId', () => roll.one<DocumentValue>([roll.one(people), { $ref: `users/${roll.one(people)}` }])),
    ...field(roll, 'contactInfo', () => ({ ...text(roll, 'email', 'phone', 'website', 'taxId'), ...unknown(roll) })),
    ...field(roll, 'address', () =>
      roll.one<DocumentValue>(['Seeweg 1', { street: 'Seeweg 1', zip: '8000', ...unknown(roll) }, text(roll, 'line1')]),
    ),
    ...field(roll, 'settings', () => ({
      ...flag(roll, 'isLive', 'requireLocationCheck'),
      ...sure(roll, 'timeZone', roll.one(['Asia/Kathmandu', 'Europe/Zurich', 'Mars/Olympus'])),
      ...unknown(roll),
    })),
    ...field(roll, 'branding', () => ({ ...text(roll, 'logoUrl'), ...field(roll, 'updatedAt', () => someTime(roll)) })),
    ...(roll.chance(3) ? { banking: { ...text(roll, 'accountHolderName'), accountNumber: '****1234' } } : {}),
    ...times(roll),
    ...unknown(roll),
  }
}

const personDocument = (roll: Dice, email: string, merchantIds: readonly string[]): DocumentMap => ({
  ...sure(roll, 'email', roll.one([email, email.toUpperCase(), 'unknown', `same${email.slice(-4)}@people.test`])),
  ...text(roll, 'displayName', 'photoURL', 'phoneNumber', 'rejectionReason'),
  ...flag(roll, 'emailVerified'),
  ...field(roll, 'role', () => roll.one(['customer', 'merchant_owner', 'quaff_admin'])),
  ...field(roll, 'status', () => roll.one(['active', 'suspended', 'odd'])),
  ...field(roll, 'merchantIds', () => roll.one([[], [...merchantIds], ['gone', ...merchantIds]])),
  ...field(roll, 'metadata', () => anyMap(roll)),
  ...field(roll, 'lastActive', () => someTime(roll)),
  ...times(roll),
  ...unknown(roll),
})

/** The format of the provider's tool: plain JSON, and times as text. */
const accountDocument = (roll: Dice, id: string, email: string): DocumentMap => ({
  localId: id,
  ...sure(roll, 'email', email),
  emailVerified: roll.chance(2),
  ...sure(roll, 'displayName', roll.one(texts)),
  ...sure(roll, 'customAttributes', roll.one(['{"role":"merchant_owner","x":1}', '{"admin":true}', 'broken', '{}'])),
  ...(roll.chance(3) ? { disabled: roll.chance(2) } : {}),
  createdAt: roll.one(['1700000000000', '1700000000123']),
  ...sure(roll, 'lastSignedInAt', '1710000000000'),
  providerUserInfo: [{ providerId: 'google.com', rawId: '1' }],
})

function passDocument(roll: Dice, merchantId: string, planId: string): DocumentMap {
  const price = () => ({
    ...sure(roll, 'amount', roll.below(9_000)),
    ...sure(roll, 'currency', roll.one(['usd', 'CHF'])),
    ...sure(roll, 'interval', roll.one(intervals)),
    ...sure(roll, 'intervalCount', 1 + roll.below(3)),
  })
  return {
    merchantId: roll.chance(4) ? { $ref: `merchants/${merchantId}` } : merchantId,
    ...sure(roll, 'planId', planId),
    status: roll.one(['active', 'trialing', 'past_due', 'canceled']),
    ...price(),
    ...sure(roll, 'priceDetails', { ...price(), ...unknown(roll) }),
    ...text(roll, 'cancelReason'),
    ...sure(roll, 'currentPeriodStart', someTime(roll)),
    ...sure(roll, 'currentPeriodEnd', someTime(roll)),
    ...times(roll),
    ...unknown(roll),
  }
}

/** Returns a small business with all collections and all kinds of values. No document has to be skipped. */
export function randomCorpus(seed: number): SourceDocument[] {
  const roll = dice(seed)
  const documents: SourceDocument[] = []
  const add = (path: string, data: DocumentMap) => {
    const stamps = roll.chance(3)
      ? { createTime: '2021-01-02T03:04:05.678901Z', updateTime: '2022-01-02T03:04:05Z' }
      : {}
    documents.push({ path, data, ...stamps })
  }
  const id = (name: string) => `${name}${roll.chance(6) ? roll.one(['.', ' ', 'ä', ' 👋']) : ''}-${seed}`
  const people = ['a', 'b', 'c'].map(id)
  const merchants = ['m', 'n'].map(id)
  const shared = id('main')
  for (const [index, merchant] of merchants.entries()) {
    const path = `merchants/${merchant}`
    add(path, merchantDocument(roll, people))
    const place = { ...text(roll, 'name'), geo: { $geo: [1.5, 2] }, ...times(roll), ...unknown(roll) }
    add(`${path}/locations/${shared}`, place)
    if (index === 0) add(`locations/${id('top')}`, { merchantId: merchant, ...text(roll, 'name'), ...unknown(roll) })
    add(`${path}/subscriptionPlans/${shared}`, {
      ...text(roll, 'name'),
      ...flag(roll, 'active'),
      ...times(roll),
      ...anyFields(roll),
    })
    add(`${path}/subscriptionPlans/${shared}/prices/${shared}`, {
      amount: roll.below(9_000),
      ...sure(roll, 'currency', 'EUR'),
      ...sure(roll, 'interval', roll.one(intervals)),
      ...flag(roll, 'active'),
      ...times(roll),
      ...unknown(roll),
    })
    add(`${path}/promotions/happy_hour`, {
      ...flag(roll, 'enabled'),
      ...field(roll, 'metadata', () => anyMap(roll)),
      ...field(roll, 'updatedAt', () => someTime(roll)),
      ...unknown(roll),
    })
  }
  add(`merchantApplications/${id('app')}`, {
    ...sure(roll, 'userId', people[0] ?? ''),
    ...sure(roll, 'merchantId', merchants[0] ?? ''),
    ...field(roll, 'business', () => anyMap(roll)),
    ...field(roll, 'settings', () => anyMap(roll)),
    ...times(roll),
  })
  for (const [index, person] of people.entries()) {
    const email = `p${index}@x${seed}.test`
    const has = roll.below(3)
    if (has !== 0) add(`users/${person}`, personDocument(roll, email, merchants))
    if (has !== 1) add(`__auth__/${person}`, accountDocument(roll, person, email))
    const merchant = roll.one(merchants)
    add(`users/${person}/subscriptions/${shared}`, passDocument(roll, merchant, shared))
    add(`users/${person}/redemptions/${shared}`, {
      merchantId: merchant,
      ...sure(roll, 'locationId', shared),
      ...sure(roll, 'planId', shared),
      redeemedAt: roll.chance(2) ? '2024-03-04T05:06:07.891234Z' : { $time: `2024-0${1 + index}-04T05:06:07.89Z` },
      ...sure(roll, 'method', 'nfc'),
      ...sure(roll, 'status', 'completed'),
      ...unknown(roll),
    })
    add(`userActivity/${id(`act${index}`)}`, {
      userId: person,
      action: 'login',
      timestamp: { $time: '2024-03-04T05:06:07.891234Z' },
      ...field(roll, 'details', () => roll.one<DocumentValue>([anyMap(roll), 'a text'])),
      ...text(roll, 'userAgent'),
      ...unknown(roll),
    })
  }
  add(`admins/${people[1]}`, { role: 'quaff_admin', ...times(roll), ...unknown(roll) })
  add(`pendingInvitations/${people[2]}`, {
    role: 'merchant_owner',
    ...field(roll, 'merchantIds', () => [...merchants]),
    ...flag(roll, 'used', 'requiresPasswordSetup'),
    ...times(roll),
    ...unknown(roll),
  })
  add(`waitlists/${id('w')}`, { ...anyFields(roll), any: anyValue(roll) })
  return documents
}
