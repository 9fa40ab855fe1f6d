import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { locationFields } from '@quaff/features/locations/contract'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { planLimits } from '@quaff/features/plans/contract'
import { parseAmount } from '@quaff/features/plans/price-rules'
import { writeSubscriptions } from '@quaff/features/subscriptions/server'
import { inviteFields, profileFields } from '@quaff/features/users/contract'
import { insertEntry, insertWaitlist } from '@quaff/features/waitlists/testing/waitlist-factory'
import { csvLines, inTransaction, readableText, readCsvLines, type UserActor } from '@quaff/platform/server'
import { xlsxPieces } from '@quaff/platform/server/list/xlsx'
import { workbookPath } from '@quaff/platform/shared/csv'
import { csvDialects } from '@quaff/platform/shared/csv-format'
import { errorOf } from '@quaff/platform/shared/fields/form-fields'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import { asAdmin } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'
import { formBody } from './testing/form-body'
import { localeSamples, type LocaleSample, type TypedText } from './testing/locale-samples'

let services: TestServices
let app: ReturnType<typeof buildServer>
let admin: UserActor
const waitlistId = 'wl_world'

const samples = localeSamples.map((sample, at) => ({ at, title: `${sample.locale} ${sample.venue}`, ...sample }))
type Sample = (typeof samples)[number]
const merchantOf = ({ at }: Sample) => `mer_${at}`
const emailOf = ({ at, email }: Sample): TypedText =>
  email ?? { typed: `Person.${at}@Example.test`, stored: `person.${at}@example.test` }

async function rpc(path: string, input: object): Promise<{ status: number; json: Record<string, unknown> }> {
  const response = await app.request(`/rpc/${path}`, {
    method: 'POST',
    body: JSON.stringify({ json: input }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.sessionId}` },
  })
  const { json } = (await response.json()) as { json: Record<string, unknown> }
  return { status: response.status, json }
}

async function ask(path: string, input: object): Promise<Record<string, unknown>> {
  const { status, json } = await rpc(path, input)
  expect([path, status, status === 200 ? '' : json]).toEqual([path, 200, ''])
  return json
}

const created = new Map<number, { user: string; location: string; plan: string }>()

async function create(sample: Sample) {
  const { person, venue, city, localPhone, internationalPhone, amount } = sample
  const merchantId = merchantOf(sample)
  await insertMerchant(services, { id: merchantId, name: 'Bean There', description: null })
  const parsed = parseAmount(amount.typed, amount.currency, planLimits.maxAmountMinor)
  await ask('merchants/update', {
    merchantId,
    version: 1,
    changes: { name: venue, contactPhone: internationalPhone.typed, address: { city, line1: venue } },
  })
  const invited = await ask('users/invite', {
    email: emailOf(sample).typed,
    displayName: person,
    phoneNumber: internationalPhone.typed,
    role: 'merchant_owner',
    merchantIds: [merchantId],
  })
  const location = await ask('locations/create', {
    merchantId,
    name: venue,
    fields: { phone: localPhone.typed, address: { city, line1: venue }, notes: `${person}\n${venue}` },
  })
  const plan = await ask('plans/create', {
    merchantId,
    plan: {
      name: venue,
      description: person,
      prices: [
        {
          amountMinor: parsed.ok ? parsed.amountMinor : -1,
          currency: amount.currency,
          interval: 'month',
          intervalCount: 1,
          active: true,
        },
      ],
    },
  })
  const now = services.clock.now()
  await inTransaction(services, (tx) =>
    writeSubscriptions(services, tx, [
      {
        id: `sub_${sample.at}`,
        merchantId,
        status: 'active',
        amountMinor: amount.amountMinor,
        currency: amount.currency,
        createdAt: now,
        updatedAt: now,
      },
    ]),
  )
  await insertEntry(services, {
    waitlistId,
    email: emailOf(sample).stored,
    name: kept(person),
    city: kept(city),
    wantedVenue: kept(venue),
    answers: { Phone: internationalPhone.stored, Local: localPhone.stored },
  })
  created.set(sample.at, { user: String(invited.userId), location: String(location.id), plan: String(plan.id) })
}

/** Names are stored as typed, but composed. */
const kept = (name: string) => (name.includes('\uFA10') ? name : name.normalize('NFC'))
/** The phone number of a user is E.164 if it is one. */
const dialed = ({ stored }: TypedText) =>
  stored.includes('ext') ? stored : stored.replace('(0)', '').replaceAll(/[^\d+]/g, '')

beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
  admin = await asAdmin(services)
  await insertWaitlist(services, { id: waitlistId })
  for (const sample of samples) await create(sample)
})

it('has samples of at least 40 locales', () => {
  expect(new Set(samples.map(({ locale }) => locale)).size).toBeGreaterThanOrEqual(40)
})

describe.each(samples)('$title', (sample) => {
  const { person, venue, city, localPhone, internationalPhone, amount } = sample
  const email = emailOf(sample)

  it('passes the forms, which read what people type', () => {
    for (const [field, typed] of [
      [profileFields.displayName, person],
      [locationFields.name, venue],
      [locationFields.phone, localPhone.typed],
      [profileFields.phoneNumber, internationalPhone.typed],
      [inviteFields.email, email.typed],
    ] as const)
      expect([typed, errorOf(field, typed)]).toEqual([typed, null])
    expect(locationFields.phone.read(localPhone.typed)).toBe(localPhone.stored)
    expect(profileFields.phoneNumber.read(internationalPhone.typed)).toBe(internationalPhone.stored)
    expect(inviteFields.email.read(email.typed)).toBe(email.stored)
    const { typed, currency, amountMinor } = amount
    expect(parseAmount(typed, currency, planLimits.maxAmountMinor)).toEqual({ ok: true, amountMinor })
    // A form that opens again shows plain digits, which it must read again.
    expect(parseAmount(decimalText(amountMinor, currency), currency, planLimits.maxAmountMinor)).toEqual({
      ok: true,
      amountMinor,
    })
  })

  it('comes back from the API as it was stored', async () => {
    const ids = created.get(sample.at)
    const merchantId = merchantOf(sample)
    expect(await ask('merchants/get', { merchantId })).toMatchObject({
      name: kept(venue),
      contactPhone: internationalPhone.stored,
      address: { city: kept(city), line1: kept(venue) },
    })
    expect(await ask('users/get', { userId: ids?.user })).toMatchObject({
      email: email.stored,
      displayName: kept(person),
      phoneNumber: dialed(internationalPhone),
    })
    expect(await ask('locations/get', { locationId: ids?.location })).toMatchObject({
      name: kept(venue),
      phone: localPhone.stored,
      addressParts: { city: kept(city), line1: kept(venue) },
      notes: kept(`${person}\n${venue}`),
    })
    expect(await ask('plans/get', { planId: ids?.plan })).toMatchObject({
      name: kept(venue),
      prices: [{ amountMinor: amount.amountMinor, currency: amount.currency }],
    })
  })

  it('is found in every list however it is typed', async () => {
    const merchantId = merchantOf(sample)
    const venueForms = [...formsOf(sample, venue), ...sample.searched]
    const lists = [
      ['merchants/list', {}, venue, venueForms],
      ['users/list', {}, person, formsOf(sample, person)],
      ['merchants/options', {}, venue, sample.searched],
      ['locations/list', { merchantId }, venue, sample.searched],
      ['plans/list', { merchantId }, venue, sample.searched],
      ['waitlists/entries', { waitlistId }, venue, sample.searched],
    ] as const
    for (const [path, input, text, forms] of lists) {
      for (const q of forms) {
        const found: unknown = await ask(path, { ...input, q })
        const rows = Array.isArray(found) ? found : (found as { rows: unknown[] }).rows
        const names = rows.flatMap((row) => Object.values(row as object).filter((value) => typeof value === 'string'))
        expect([path, q, names.includes(kept(text))]).toEqual([path, q, true])
      }
    }
  })
})

/** Whole, in part, in other cases and Unicode forms, with its words reversed. */
function formsOf({ locale }: LocaleSample, text: string): string[] {
  const letters = [...new Intl.Segmenter(locale, { granularity: 'grapheme' }).segment(text)].map(
    ({ segment }) => segment,
  )
  const words = text.split(' ')
  return [
    ...new Set([
      text,
      text.normalize('NFC'),
      text.normalize('NFD'),
      text.toUpperCase(),
      text.toLowerCase(),
      text.toLocaleUpperCase(locale),
      text.toLocaleLowerCase(locale),
      words.toReversed().join('  '),
      letters.slice(1).join('').trim(),
      letters.slice(0, -1).join('').trim(),
    ]),
  ]
}

const spreadsheets = [...csvDialects.map((dialect) => ['csv', dialect] as const), ['xlsx', 'comma'] as const]
const formats = [...spreadsheets, ['json', 'comma'] as const]

async function download(name: string, body: object, dialect: string): Promise<Uint8Array> {
  const response = await app.request(`/api/files/${name}?csv=${dialect}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.sessionId}` },
  })
  expect([name, response.status]).toEqual([name, 200])
  return new Uint8Array(await response.arrayBuffer())
}

/** Rows as objects by heading, as the reader of the file sees them. */
async function rowsOf(bytes: Uint8Array, format: string): Promise<Record<string, unknown>[]> {
  const table: unknown[][] =
    format === 'xlsx'
      ? ((await readXlsx(bytes)).sheets[0]?.rows ?? [])
      : readCsvLines(new TextDecoder().decode(bytes)).map(({ record }) => record)
  const [headings = [], ...rows] = table
  return rows.map((row) => Object.fromEntries(headings.map((heading, at) => [String(heading), row[at] ?? ''])))
}

it.each(formats)('a file in %s with %s has every name, address and amount', async (format, dialect) => {
  const exported = async (name: string, body: object = {}) => {
    const bytes = await download(name, { format, ...body }, dialect)
    return format === 'json'
      ? (JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>[])
      : rowsOf(bytes, format)
  }
  const users = await exported('users-export')
  const merchants = await exported('merchants-export')
  const passes = await exported('subscriptions-export')
  const entries = await exported('waitlist-export', { filter: { waitlistId } })
  const isJson = format === 'json'
  for (const sample of samples) {
    const { person, venue, city, internationalPhone, localPhone, amount } = sample
    const [typedMinor, currency] = [amount.amountMinor, amount.currency]
    const decimal = decimalText(typedMinor, currency)
    const written = {
      xlsx: Number(decimal),
      json: typedMinor,
      csv: dialect === 'semicolon' ? decimal.replace('.', ',') : decimal,
    }
    expect(users).toContainEqual(
      expect.objectContaining(
        isJson
          ? { displayName: kept(person), email: emailOf(sample).stored }
          : { 'Display Name': kept(person), Email: emailOf(sample).stored },
      ),
    )
    expect(merchants).toContainEqual(
      expect.objectContaining(
        isJson ? { id: merchantOf(sample), name: kept(venue) } : { ID: merchantOf(sample), Name: kept(venue) },
      ),
    )
    expect(passes).toContainEqual(
      expect.objectContaining(
        isJson
          ? { id: `sub_${sample.at}`, merchant: kept(venue), amount: written.json, currency }
          : {
              ID: `sub_${sample.at}`,
              Merchant: kept(venue),
              Amount: written[format],
              Currency: currency.toUpperCase(),
            },
      ),
    )
    const phones = { Phone: internationalPhone.stored, Local: localPhone.stored }
    expect(entries).toContainEqual(
      expect.objectContaining(
        isJson
          ? { name: kept(person), city: kept(city), wantedVenue: kept(venue), answers: phones }
          : { Name: kept(person), City: kept(city), 'Wanted venue': kept(venue), ...phones },
      ),
    )
  }
})

describe.each(spreadsheets)('a file in %s with %s', (format, dialect) => {
  it('is imported again as it was exported', async () => {
    const bytes = await download('waitlist-export', { format, filter: { waitlistId } }, dialect)
    const { id } = await insertWaitlist(services)
    const csv = format === 'xlsx' ? await converted(bytes) : new TextDecoder().decode(bytes)
    expect(await ask('waitlists/importRows', { waitlistId: id, csv })).toMatchObject({
      created: samples.length,
      failed: 0,
    })
    const again = await rowsOf(
      await download('waitlist-export', { format, filter: { waitlistId: id } }, dialect),
      format,
    )
    const own = ['Name', 'Email', 'City', 'Wanted venue', 'Phone', 'Local']
    const shown = (row: Record<string, unknown>) => own.map((heading) => String(row[heading])).join('\n')
    const expected = (await rowsOf(bytes, format)).map(shown)
    expect(again.map(shown).toSorted()).toEqual(expected.toSorted())
  })

  it('imports locations as a form would create them', async () => {
    const rows = [
      ['Name', 'City', 'Phone', 'Line1'],
      ...samples.map(({ at, venue, city, localPhone, person }) => [`${venue} ${at}`, city, localPhone.typed, person]),
    ]
    const merchantId = `mer_import_${format}_${dialect}`
    await insertMerchant(services, { id: merchantId })
    const csv = format === 'xlsx' ? await converted(await workbookOf(rows)) : csvLines(rows, dialect)
    const { created: count } = await ask('locations/importRows', { merchantId, csv })
    expect(count).toBe(samples.length)
    for (const { at, venue, city, localPhone, person } of samples) {
      const { rows: found } = await ask('locations/list', { merchantId, q: `${venue} ${at}` })
      const name = kept(`${venue} ${at}`)
      const row = (found as { id: string; name: string }[]).find((one) => one.name === name)
      expect(await ask('locations/get', { locationId: row?.id ?? name })).toMatchObject({
        phone: localPhone.stored,
        addressParts: { city: kept(city), line1: kept(person) },
      })
    }
  })
})

async function converted(workbook: Uint8Array): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(workbook)]), 'world.xlsx')
  const { type, body } = await formBody(form)
  const headers = { authorization: `Bearer ${admin.sessionId}`, ...type }
  const { csv } = (await (await app.request(workbookPath, { method: 'POST', headers, body })).json()) as { csv: string }
  return csv
}

async function workbookOf([headings = [], ...rows]: string[][]): Promise<Uint8Array> {
  async function* pages() {
    yield rows
  }
  const pieces: Uint8Array[] = []
  const columns = headings.map((header) => ({ header }))
  for await (const piece of xlsxPieces({ name: 'world', zone: 'UTC' }, columns, pages())) pieces.push(piece)
  return new Uint8Array(Buffer.concat(pieces))
}

it('keeps any mixture of these texts through every file, and reading a stored text changes nothing', async () => {
  const texts = samples.flatMap(({ person, venue, city, localPhone, internationalPhone }) => [
    person,
    venue,
    city,
    localPhone.typed,
    internationalPhone.typed,
  ])
  const mixture = fc
    .array(
      fc.tuple(
        fc.constantFrom(...texts),
        fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'),
        fc.constantFrom('', ' ', ', ', '; ', '\t', ' "', "'", '=', '+', '\u200D', '\u202E', '\u00A0'),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => readableText(parts.map(([text, form, after]) => text.normalize(form) + after).join('')))
  await fc.assert(
    fc.asyncProperty(fc.array(mixture, { minLength: 1, maxLength: 5 }), async (cells) => {
      for (const cell of cells) expect(readableText(cell)).toBe(cell)
      for (const dialect of csvDialects) {
        const row = ['', ...cells]
        const [, read] = readCsvLines(csvLines([row.map((_, at) => `h${at}`), row], dialect))
        expect([dialect, read?.record]).toEqual([dialect, row])
      }
      const { sheets } = await readXlsx(await workbookOf([cells.map((_, at) => `h${at}`), cells]))
      expect(sheets[0]?.rows[1]).toEqual(cells)
    }),
    { numRuns: 300 },
  )
})
