import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { importInput } from '../import-contract'
import { insertLocation } from '../testing/location-factory'
import { importLocations, previewImport } from './import-locations'
import { locations } from './tables'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

const file = [
  'Name,City,phone,mon,Owner',
  'Harbour,Kiel,"+49 431 1",07:00-19:00,Ana',
  ',Kiel,,,',
  '"Station, north",Kiel,,early,',
  'HARBOUR,Lübeck,,,',
  'Market,Kiel,,,',
].join('\r\n')

async function venue(details = {}) {
  const { id: merchantId } = await insertMerchant(services, details)
  const owner = contextAs(services, await asOwner(services, [merchantId]))
  const input = (csv: string, change = {}) => importInput.parse({ merchantId, csv, ...change })
  const names = async () =>
    (await services.db.select({ name: locations.name }).from(locations).where(eq(locations.merchantId, merchantId)))
      .map(({ name }) => name)
      .sort()
  return { merchantId, owner, input, names }
}

it('gives rows without a time zone the one that most of the merchant’s locations name', async () => {
  const { merchantId, owner, input } = await venue()
  await insertLocation(services, { merchantId, name: 'First', fields: { timeZone: 'Europe/Berlin' } })
  await importLocations(owner, input('name,timeZone\nHarbour,\nStation,Europe/Paris'))
  const rows = await services.db.select().from(locations).where(eq(locations.merchantId, merchantId))
  expect(Object.fromEntries(rows.map(({ name, fields }) => [name, fields.timeZone]))).toEqual({
    First: 'Europe/Berlin',
    Harbour: 'Europe/Berlin',
    Station: 'Europe/Paris',
  })
})

it.each([
  [
    {},
    [
      ['UTC', false, 1],
      ['Europe/Berlin', true, 1],
    ],
  ],
  [
    { timeZone: 'Asia/Tokyo' },
    [
      ['Asia/Tokyo', true, 1],
      ['Europe/Berlin', true, 1],
    ],
  ],
])('the preview says which zone rows without one get, as the import does: merchant %j', async (details, expected) => {
  const { merchantId, owner, input } = await venue(details)
  const csv = 'name,timeZone,country,mon\nHarbour,,US,\nStation,Europe/Paris,,\nMill,,Germany,\nBroken,,,early'
  const { zonesGiven } = await previewImport(owner, { merchantId, csv })
  expect(zonesGiven.map(({ timeZone, isOwn, count }) => [timeZone, isOwn, count])).toEqual(expected)
  await importLocations(owner, input(csv))
  const rows = await services.db.select().from(locations).where(eq(locations.merchantId, merchantId))
  const zones = Object.fromEntries(rows.map(({ name, fields }) => [name, fields.timeZone ?? 'UTC']))
  expect(zones).toEqual({ Harbour: expected[0]?.[0], Station: 'Europe/Paris', Mill: 'Europe/Berlin' })
})

describe('the preview of an import', () => {
  it('shows each row with its errors and flags taken names, and writes nothing', async () => {
    const { merchantId, owner, names } = await venue()
    await insertLocation(services, { merchantId, name: 'market' })
    const preview = await previewImport(owner, { merchantId, csv: file })
    const owners = { position: 4, heading: 'Owner', sample: 'Ana', column: null }
    expect(preview).toMatchObject({ unknownColumns: [owners], missingColumns: [], refusal: null })
    expect(
      preview.rows.map(({ line, errors, isDuplicate }) => [line, errors.map(({ column }) => column), isDuplicate]),
    ).toEqual([
      [2, [], false],
      [3, ['name'], false],
      [4, ['mon'], false],
      [5, [], true],
      [6, [], true],
    ])
    expect(await names()).toEqual(['market'])
  })

  it.each([
    ['', 'The file is empty. Add column names in the first row.'],
    ['name\n"Harbour', 'Couldn’t read the file as CSV. Save it again as CSV (UTF-8).'],
    [`name\n${'Harbour\n'.repeat(501)}`, 'The file has 501 rows, the maximum is 500. Split the file.'],
  ])('of the file %j is refused with a sentence', async (csv, message) => {
    const { merchantId, owner } = await venue()
    await expect(previewImport(owner, { merchantId, csv })).rejects.toMatchObject({ code: 'BAD_REQUEST', message })
  })

  it.each([
    ['semicolons and a byte order mark', '\uFEFFname;city\nHarbour;Kiel'],
    ['tabs', 'name\tcity\nHarbour\tKiel'],
    ['blank lines', 'name,city\n\nHarbour,Kiel\n,\n'],
  ])('reads files with %s', async (_, csv) => {
    const { merchantId, owner } = await venue()
    const { rows } = await previewImport(owner, { merchantId, csv })
    expect(rows).toMatchObject([{ name: 'Harbour', address: 'Kiel', errors: [] }])
  })

  it('says beforehand that one location only is allowed', async () => {
    const { merchantId, owner } = await venue({ allowMultipleLocations: false })
    const preview = await previewImport(owner, { merchantId, csv: 'name\nA\nB' })
    expect(preview.refusal).toMatch(/Turn on multiple locations/)
  })
})

describe('columns that are placed by hand', () => {
  const csv = 'Filiale;Stadt;Chef;City;\nHarbour;Kiel;Ana;;x\n;Kiel;;;\n'
  const columns = [
    { position: 0, column: 'name' },
    { position: 1, column: 'line1' },
  ] as const

  it('are asked for, the one that is needed by name, with an example each', async () => {
    const { merchantId, owner, input } = await venue()
    expect(await previewImport(owner, { merchantId, csv })).toEqual({
      rows: [],
      refusal: null,
      zonesGiven: [],
      knownColumns: ['city'],
      missingColumns: ['name'],
      unknownColumns: [
        { position: 0, heading: 'Filiale', sample: 'Harbour', column: null },
        { position: 1, heading: 'Stadt', sample: 'Kiel', column: null },
        { position: 2, heading: 'Chef', sample: 'Ana', column: null },
        { position: 4, heading: '', sample: 'x', column: null },
      ],
    })
    const refusal = { code: 'BAD_REQUEST', message: expect.stringContaining('no column “name”') }
    await expect(importLocations(owner, input(csv))).rejects.toMatchObject(refusal)
  })

  it('are read as in the preview, and named so in the file of what was left out', async () => {
    const { merchantId, owner, input, names } = await venue()
    const preview = await previewImport(owner, { merchantId, csv, columns: [...columns] })
    expect(preview).toMatchObject({ missingColumns: [], knownColumns: ['city'] })
    expect(preview.rows).toMatchObject([
      { name: 'Harbour', address: 'Kiel', errors: [] },
      { name: '', errors: [{ column: 'name' }] },
    ])
    const result = await importLocations(owner, input(csv, { columns }))
    expect(await names()).toEqual(['Harbour'])
    expect(result.failedCsv?.split('\r\n')[0]).toBe('name,line1,Chef,City,,errors')
  })
})

describe('an import', () => {
  it('creates the valid rows, gives each row its result and the rest as a file', async () => {
    const { merchantId, owner, input, names } = await venue()
    const result = await importLocations(owner, input(file))
    expect(result.created).toBe(2)
    expect(result.rows.map(({ outcome }) => outcome)).toEqual(['created', 'failed', 'failed', 'duplicate', 'created'])
    expect(await names()).toEqual(['Harbour', 'Market'])
    expect(result.failedCsv?.split('\r\n')).toEqual([
      'Name,City,phone,mon,Owner,errors',
      ',Kiel,,,,name: Name is required',
      '"Station, north",Kiel,,early,,"mon: ""early"" isn’t a time span like 07:00-19:00"',
      'HARBOUR,Lübeck,,,,Name is taken',
      '',
    ])
    const [audit] = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, merchantId))
    expect(audit).toMatchObject({ action: 'import_locations', merchantId, after: { created: 2 } })
  })

  it('takes rows with a taken name only on request', async () => {
    const { owner, input, names } = await venue()
    await importLocations(owner, input(file, { includeDuplicates: true }))
    expect(await names()).toEqual(['HARBOUR', 'Harbour', 'Market'])
  })

  it('reads its own file of failed rows back once they are corrected', async () => {
    const { owner, input, names } = await venue()
    const { failedCsv } = await importLocations(owner, input('name,phone,mon\nPier,+49 1,early'))
    expect(failedCsv).toContain("'+49 1")
    await importLocations(owner, input((failedCsv ?? '').replace(',early,', ',07:00-19:00,')))
    expect(await names()).toEqual(['Pier'])
    const [row] = await services.db.select().from(locations).where(eq(locations.name, 'Pier'))
    expect(row?.fields.phone).toBe('+49 1')
  })

  it('repeated with the same key gives the first answer and creates nothing', async () => {
    const { owner, input, names } = await venue()
    const once = input('name\nHarbour', { requestKey: '5e3e6ffa-14ab-4a8a-9f22-6b0a4f8f7a02' })
    expect(await importLocations(owner, once)).toEqual(await importLocations(owner, once))
    expect(await names()).toEqual(['Harbour'])
  })

  it('of more than the merchant may have creates none', async () => {
    const { owner, input, names } = await venue({ allowMultipleLocations: false })
    await expect(importLocations(owner, input('name\nA\nB'))).rejects.toMatchObject({ reason: 'LOCATION_LIMIT' })
    expect(await names()).toEqual([])
  })

  it('of 500 rows is one transaction', async () => {
    const { owner, input, names } = await venue()
    const csv = `name\n${Array.from({ length: 500 }, (_, index) => `Place ${index}`).join('\n')}`
    expect((await importLocations(owner, input(csv))).created).toBe(500)
    expect(await names()).toHaveLength(500)
    await expect(importLocations(owner, input(csv.replaceAll('Place', 'Spot')))).resolves.toMatchObject({
      created: 500,
    })
    await expect(importLocations(owner, input('name\nOne more'))).rejects.toMatchObject({
      message: 'A merchant has at most 1,000 locations.',
    })
  })

  it('is not for viewers', async () => {
    const { merchantId, input } = await venue()
    const viewer = contextAs(services, await asViewer(services, [merchantId]))
    await expect(importLocations(viewer, input(file))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(previewImport(viewer, { merchantId, csv: file })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
