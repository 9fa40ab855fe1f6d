import { asc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { csvLines, type UserActor } from '@quaff/platform/server'
import { adminAuditLogs, outboxMails } from '@quaff/platform/server/tables'
import { csvDialects } from '@quaff/platform/shared/csv-format'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { importEntriesInput } from '../contract'
import { insertEntry, insertWaitlist } from '../testing/waitlist-factory'
import { importEntries, previewImport } from './import-entries'
import { waitlistEntries } from './tables'

let services: TestServices
let admin: UserActor
beforeAll(async () => {
  services = await createTestServices()
  admin = await asAdmin(services)
})

const ctx = () => contextAs(services, admin)
const file = [
  'Email,Name,City,ZIP,Wanted venue,Favourite drink,Why',
  'ana@example.test,Zoë 👩‍🍳,Łódź,90-001,Harbour,Flat white,=HYPERLINK("http://x")',
  'unknown,Ben,,,,,',
  'ANA@example.test,Twin,,,,,',
  'here@example.test,Known,,,,,',
  'cleo@example.test,<script>alert(1)</script>,kiel,  24103 ,,,',
].join('\r\n')

async function openList() {
  const { id: waitlistId } = await insertWaitlist(services, { isOpen: false })
  await insertEntry(services, { waitlistId, email: 'here@example.test', name: 'Here before' })
  const input = (csv: string, more = {}) => importEntriesInput.parse({ waitlistId, csv, ...more })
  const rows = () =>
    services.db
      .select()
      .from(waitlistEntries)
      .where(eq(waitlistEntries.waitlistId, waitlistId))
      .orderBy(asc(waitlistEntries.createdAt), asc(waitlistEntries.id))
  return { waitlistId, input, rows }
}

describe('the preview', () => {
  it('shows each line with its errors and whether the address is taken, and writes nothing', async () => {
    const { waitlistId, rows } = await openList()
    const preview = await previewImport(ctx(), { waitlistId, csv: file })
    expect(preview.answerColumns).toEqual(['Favourite drink', 'Why'])
    expect(preview.rows.map(({ line, errors, isDuplicate }) => [line, errors[0]?.column, isDuplicate])).toEqual([
      [2, undefined, false],
      [3, 'email', false],
      [4, undefined, true],
      [5, undefined, true],
      [6, undefined, false],
    ])
    expect(await rows()).toHaveLength(1)
  })

  it.each([
    ['', 'The file is empty. Put the column names in the first line.'],
    ['email\n"ana', 'Couldn’t read the file as CSV. Save it again as CSV (UTF-8).'],
    [`email\n${'a@b.test\n'.repeat(5_001)}`, 'The file has 5,001 rows. You can import up to 5,000. Split the file.'],
  ])('of a file like %.20j is refused with a sentence', async (csv, message) => {
    const { waitlistId } = await openList()
    await expect(previewImport(ctx(), { waitlistId, csv })).rejects.toMatchObject({ code: 'BAD_REQUEST', message })
  })
})

it('reads columns that are placed by hand, in the preview and in the import', async () => {
  const { waitlistId, input, rows } = await openList()
  const csv = 'Adresse,Ort,Why\nnew@example.test,Kiel,Tea'
  const requested = await previewImport(ctx(), { waitlistId, csv })
  expect(requested).toMatchObject({ rows: [], missingColumns: ['email'], knownColumns: [] })
  expect(requested.unknownColumns[0]).toMatchObject({ heading: 'Adresse', sample: 'new@example.test', column: null })
  const refusal = { code: 'BAD_REQUEST', message: expect.stringContaining('no column “email”') }
  await expect(importEntries(ctx(), input(csv))).rejects.toMatchObject(refusal)
  const columns = [
    { position: 0, column: 'email' },
    { position: 1, column: 'city' },
  ] as const
  const placed = await previewImport(ctx(), { waitlistId, csv, columns: [...columns] })
  expect(placed).toMatchObject({ answerColumns: ['Why'], rows: [{ email: 'new@example.test', errors: [] }] })
  await importEntries(ctx(), input(csv, { columns }))
  const added = (await rows()).find(({ email }) => email === 'new@example.test')
  expect(added).toMatchObject({ city: 'Kiel', answers: { Why: 'Tea' } })
})

describe('an import', () => {
  it('puts the new people on the list in the order of the file, their further columns as answers', async () => {
    const { input, rows, waitlistId } = await openList()
    const result = await importEntries(ctx(), input(file))
    expect(result).toMatchObject({ created: 2, duplicates: 2, failed: 1 })
    const [first, second] = (await rows()).filter(({ email }) => email !== 'here@example.test')
    expect(first).toMatchObject({
      email: 'ana@example.test',
      name: 'Zoë 👩‍🍳',
      city: 'Łódź',
      postalCode: '90-001',
      wantedVenue: 'Harbour',
      source: 'import',
      status: 'waiting',
      answers: { 'Favourite drink': 'Flat white', Why: '=HYPERLINK("http://x")' },
    })
    expect(second).toMatchObject({ name: '<script>alert(1)</script>', postalCode: '24103', answers: {} })
    expect(first?.confirmedAt).not.toBeNull()
    const [audit] = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, waitlistId))
    expect(audit).toMatchObject({ action: 'import_waitlist', after: { created: 2 } })
    expect(await services.db.select().from(outboxMails)).toEqual([])
  })

  it('changes no one who is on the list already', async () => {
    const { input, rows } = await openList()
    await importEntries(ctx(), input('email,name\nhere@example.test,Changed'))
    expect(await rows()).toMatchObject([{ name: 'Here before', version: 1 }])
  })

  it('gives the lines with errors back as a file that a spreadsheet runs nothing of', async () => {
    const { input } = await openList()
    const { failedCsv } = await importEntries(ctx(), input('email,Why\nunknown,"=1+1"'))
    expect(failedCsv?.split('\r\n')).toEqual(['email,Why,errors', "unknown,'=1+1,email: Invalid email address", ''])
    const again = await importEntries(ctx(), input((failedCsv ?? '').replace('unknown', 'some@body.test')))
    expect(again.created).toBe(1)
  })

  it('repeated with the same key gives the first answer; the same file at once is imported once', async () => {
    const { input, rows } = await openList()
    const once = input(file, { requestKey: '5e3e6ffa-14ab-4a8a-9f22-6b0a4f8f7a02' })
    expect(await importEntries(ctx(), once)).toEqual(await importEntries(ctx(), once))
    const results = await Promise.all([importEntries(ctx(), input(file)), importEntries(ctx(), input(file))])
    expect(results.map(({ created }) => created)).toEqual([0, 0])
    expect(await rows()).toHaveLength(3)
  })

  it('takes 5,000 lines', async () => {
    const { input, rows } = await openList()
    const csv = `email,Q\n${Array.from({ length: 5_000 }, (_, index) => `p${index}@example.test,${index}`).join('\n')}`
    expect((await importEntries(ctx(), input(csv))).created).toBe(5_000)
    const stored = await rows()
    expect(stored).toHaveLength(5_001)
    expect(stored.slice(0, 3).map(({ email }) => email)).toEqual([0, 1, 2].map((n) => `p${n}@example.test`))
  })

  it('is not for merchants', async () => {
    const { input, waitlistId, rows } = await openList()
    for (const actor of [await asOwner(services, ['mer_1']), await asViewer(services, ['mer_1'])]) {
      const merchant = contextAs(services, actor)
      const preview = previewImport(merchant, { waitlistId, csv: file })
      await expect(preview).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(importEntries(merchant, input(file))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    expect(await rows()).toHaveLength(1)
  })
})

it.each(csvDialects)('reads a name with a sign after a comma as it was exported with %s', async (dialect) => {
  const { waitlistId, input } = await openList()
  const name = 'Alder, +1; -2'
  const csv = csvLines(
    [
      ['email', 'name', 'city'],
      ['alder@example.test', name, '=Kiel'],
    ],
    dialect,
  )
  const { rows } = await previewImport(ctx(), { waitlistId, csv })
  expect(rows).toMatchObject([{ email: 'alder@example.test', name, area: '=Kiel', errors: [] }])
  await importEntries(ctx(), input(csv))
  const [stored] = await services.db.select().from(waitlistEntries).where(eq(waitlistEntries.name, name)).limit(1)
  expect(stored).toMatchObject({ name, city: '=Kiel' })
})
