import { and, asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { userMerchants, users } from '@quaff/features/accounts/tables'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { merchantPromotions } from '@quaff/features/promotions/tables'
import { redemptions } from '@quaff/features/redemptions/tables'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { chunksOf } from '@quaff/firestore-export/testing/source-chunks'
import { isRefusal } from '@quaff/platform/server'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { countDifferences } from '../../testing/figures-factory'
import {
  buildSpool,
  defaultOptions,
  type Documents,
  exportFiles,
  importFiles,
  startFiles,
} from '../../testing/import-run-factory'
import { linesOf } from '../../testing/round-trip-factory'
import { buildSourceFiles } from '../../testing/source-files-factory'
import { readIdFile } from '../check/check-ids'
import { forgetImported } from '../forget-imported-store'
import { continueRun } from '../runs/background'
import { findRun } from '../runs/run-store'
import { undoRun } from '../runs/undo-run'
import { importDocuments, importIds, importProblems } from '../tables'
import { applyRun } from './apply-run'
import { startRun } from './start-run'

let services: TestServices
beforeEach(async () => {
  services = await createTestServices()
  services.clock.set(new Date('2026-11-23T12:00:00Z'))
})

const dated = { createdAt: '2024-01-01T00:00:00Z', updatedAt: '2025-01-01T00:00:00Z' }
const period = { currentPeriodStart: '2026-11-01T00:00:00Z', currentPeriodEnd: '2026-12-01T00:00:00Z' }
/** The second of two businesses that are merged. A person and a merchant of it already exist here. */
const second: Documents = {
  'users/ana': { email: 'ana@people.test', displayName: 'Ana of the second', ...dated },
  'users/ben': { email: 'ben@people.test', role: 'merchant_owner', merchantIds: ['bar'], ...dated },
  'merchants/bar': { name: 'Bar of the second', status: 'active', ownerId: 'ben', ...dated },
  'merchants/bar/locations/main': { name: 'Main', ...dated },
  'merchants/bar/subscriptionPlans/daily': { name: 'Daily', ...dated },
  'merchants/bar/promotions/happy_hour': { enabled: true },
  'users/ana/subscriptions/s1': {
    merchantId: 'bar',
    planId: 'daily',
    status: 'active',
    amount: 2_900,
    ...dated,
    ...period,
  },
  'users/ana/redemptions/r1': { merchantId: 'bar', locationId: 'main', redeemedAt: '2026-11-20T08:00:00Z' },
}
const fileOf = (documents: Documents) => linesOf(Object.entries(documents).map(([path, data]) => ({ path, data })))
const brought = (map: string, documents = second) => ({ 'all.ndjson': fileOf(documents), 'ids.csv': map })

/** Inserts a merchant and a person that no import created. */
async function fillHere() {
  const at = services.clock.now()
  const times = { createdAt: at, updatedAt: at }
  await services.db.insert(users).values({ id: 'usr_ana', email: 'ana@here.test', displayName: 'Ana', ...times })
  await services.db.insert(merchants).values({ id: 'mer_bar', name: 'Bar', statusChangedAt: at, ...times })
}
const ofRun = (runId: string) => and(eq(importProblems.runId, runId), eq(importProblems.file, 'ids.csv'))
const told = async (runId: string) =>
  (await services.db.select().from(importProblems).where(ofRun(runId)).orderBy(importProblems.id)).map(
    ({ path, place, fault, level, shown }) => [place, path, fault, level, shown].filter(Boolean).join(' '),
  )
const undo = (runId: string) => undoRun(contextAs(services), buildSpool(), runId, { progress() {} })

describe('§0044 a free id', () => {
  it('is given to the document, and references follow', async () => {
    const { runId, counts } = await importFiles(
      services,
      brought('document,id\nmerchants/bar,mer_new\nusers/ana,usr_new\nmerchants/bar/subscriptionPlans/daily,pla_new\n'),
    )
    expect(counts.merchants).toMatchObject({ created: 1, kept: 0 })
    expect(await services.db.select({ id: merchants.id }).from(merchants)).toEqual([{ id: 'mer_new' }])
    expect(await services.db.select({ id: users.id }).from(users).orderBy(asc(users.id))).toEqual([
      { id: 'ben' },
      { id: 'usr_new' },
    ])
    expect(await services.db.select().from(userMerchants)).toMatchObject([{ userId: 'ben', merchantId: 'mer_new' }])
    expect(await services.db.select().from(subscriptions)).toMatchObject([
      { id: 's1', merchantId: 'mer_new', userId: 'usr_new', planId: 'pla_new' },
    ])
    expect(await services.db.select().from(redemptions)).toMatchObject([{ merchantId: 'mer_new', userId: 'usr_new' }])
    expect(await told(runId)).toEqual([
      'line 2 merchants/bar id_given note mer_new',
      'line 3 users/ana id_given note usr_new',
      'line 4 merchants/bar/subscriptionPlans/daily id_given note pla_new',
    ])
    expect((await findRun(services.db, runId))?.comparison).toMatchObject({ differences: [], lost: [] })
    expect(await countDifferences(services)).toEqual([])
  })

  it('is kept for a document of a later run, and earlier references lead to it', async () => {
    const { 'users/ana': ana, ...rest } = second
    const { runId } = await importFiles(services, brought('document,id\nusers/ana,usr_new\n', rest))
    expect(await told(runId)).toContain('line 2 users/ana id_waits note usr_new')
    expect(await services.db.select().from(subscriptions)).toMatchObject([{ userId: 'usr_new' }])
    const { counts } = await importFiles(services, { 'all.ndjson': fileOf({ 'users/ana': ana ?? {} }) })
    expect(counts.users).toMatchObject({ updated: 1, created: 0, kept: 0 })
    const [person] = await services.db.select().from(users).where(eq(users.id, 'usr_new'))
    expect(person?.displayName).toBe('Ana of the second')
  })

  it('goes to the first of several documents, and the others lead to it', async () => {
    const both = { 'merchants/a': { name: 'A', ...dated }, 'merchants/b': { name: 'B', ...dated } }
    const { runId, counts } = await importFiles(
      services,
      brought('id;document\nmer_x;merchants/a\nmer_x;merchants/b\n', both),
    )
    expect(counts.merchants).toMatchObject({ created: 1, kept: 1 })
    expect(await services.db.select().from(merchants)).toMatchObject([{ id: 'mer_x', name: 'A' }])
    expect((await told(runId)).map((line) => line.split(' ').slice(2, 4).join(' '))).toEqual([
      'merchants/a id_given',
      'merchants/b id_leads',
    ])
  })
})

describe('§0044 an id that is taken', () => {
  const map = 'document,id\nmerchants/bar,mer_bar\nusers/ana,usr_ana\n'

  it('replaces the document, which counts as kept, and references lead to the existing record', async () => {
    await fillHere()
    const { runId, counts } = await importFiles(services, brought(map))
    expect([counts.merchants, counts.users]).toEqual([
      { created: 0, updated: 0, same: 0, kept: 1, skipped: 0 },
      { created: 1, updated: 0, same: 0, kept: 1, skipped: 0 },
    ])
    expect(await services.db.select().from(merchants)).toMatchObject([{ id: 'mer_bar', name: 'Bar', ownerId: null }])
    expect(await services.db.select().from(users).where(eq(users.id, 'usr_ana'))).toMatchObject([
      { displayName: 'Ana', email: 'ana@here.test' },
    ])
    expect(await services.db.select().from(subscriptions)).toMatchObject([{ merchantId: 'mer_bar', userId: 'usr_ana' }])
    expect(await services.db.select().from(locations)).toMatchObject([{ id: 'main', merchantId: 'mer_bar' }])
    expect(await services.db.select().from(userMerchants)).toMatchObject([{ userId: 'ben', merchantId: 'mer_bar' }])
    expect(await services.db.select({ path: importDocuments.path }).from(importDocuments)).not.toContainEqual({
      path: 'merchants/bar',
    })
    expect(await told(runId)).toContain('line 2 merchants/bar id_leads note mer_bar')
    const comparison = (await findRun(services.db, runId))?.comparison
    expect(comparison?.differences.filter(({ isExplained }) => !isExplained)).toEqual([])
    expect(comparison?.lost).toEqual([])
    expect(await countDifferences(services)).toEqual([])
  })

  it('is reported by a check that writes nothing, and nothing is missing', async () => {
    await fillHere()
    const { 'merchants/bar': _bar, 'users/ana': _ana, ...rest } = second
    const start = {
      source: 'x',
      options: defaultOptions,
      startedBy: null,
      isCheck: true,
      keepHashConfig: async () => {},
    }
    const files = buildSourceFiles(brought(map, rest))
    const { runId, report } = await startRun(services, files, buildSpool, start, { problem() {}, progress() {} })
    expect(report.ids).toEqual({ id_given: 0, id_leads: 2, id_waits: 0, id_other: 0, wrong: 0 })
    expect((await told(runId)).map((line) => line.split(' ')[3])).toEqual(['id_leads', 'id_leads'])
    expect(await services.db.select().from(importIds)).toEqual([])
  })

  it('applies to later runs without the file, and new references follow', async () => {
    await fillHere()
    await importFiles(services, brought(map))
    const drink = { merchantId: 'bar', redeemedAt: '2026-11-21T08:00:00Z' }
    const { counts } = await importFiles(services, {
      'all.ndjson': fileOf({ ...second, 'users/ana/redemptions/r2': drink }),
    })
    const written = Object.fromEntries(
      Object.entries(counts).map(([kind, { created, updated }]) => [kind, created + updated]),
    )
    expect(written).toEqual({ ...Object.fromEntries(Object.keys(counts).map((kind) => [kind, 0])), redemptions: 1 })
    expect(await services.db.select().from(redemptions)).toMatchObject([
      { merchantId: 'mer_bar', userId: 'usr_ana' },
      { merchantId: 'mer_bar', userId: 'usr_ana' },
    ])
    const again = await importFiles(services, brought(map))
    expect((await told(again.runId)).map((line) => line.split(' ')[3])).toEqual(['id_leads', 'id_leads'])
    expect(await services.db.$count(importIds)).toBe(2)
  })

  it('is removed when its run is undone', async () => {
    await fillHere()
    const { runId } = await importFiles(services, brought(map))
    await undo(runId)
    expect(await services.db.select().from(importIds)).toEqual([])
    expect(await services.db.select({ id: merchants.id }).from(merchants)).toEqual([{ id: 'mer_bar' }])
    expect(await services.db.select({ id: users.id }).from(users)).toEqual([{ id: 'usr_ana' }])
    const { counts } = await importFiles(services, { 'all.ndjson': fileOf(second) })
    expect([counts.merchants?.created, counts.users?.created]).toEqual([1, 2])
  })

  it('may belong to another imported document', async () => {
    const documents = { ...second, 'merchants/first': { name: 'First', ...dated } }
    const { counts } = await importFiles(services, brought('document,id\nmerchants/bar,first\n', documents))
    expect(counts.merchants).toMatchObject({ created: 1, kept: 1 })
    expect(await services.db.select().from(merchants)).toMatchObject([{ id: 'first', name: 'First' }])
    expect(await services.db.select().from(subscriptions)).toMatchObject([{ merchantId: 'first' }])
  })

  it('changes neither an existing promotion nor the person’s access', async () => {
    const one = { 'merchants/one': { name: 'One', ...dated }, 'merchants/one/promotions/happy_hour': { enabled: true } }
    await fillHere()
    await importFiles(services, { 'all.ndjson': fileOf(one) })
    const { counts } = await importFiles(
      services,
      brought('document,id\nmerchants/bar,one\nusers/ana,usr_ana\n', {
        ...second,
        'merchants/bar/promotions/happy_hour': { enabled: false },
        'admins/ana': { role: 'quaff_admin' },
        'pendingInvitations/ana': { role: 'merchant_owner' },
      }),
      { grantsAdmins: true },
    )
    expect(counts.promotions).toMatchObject({ kept: 1, created: 0, updated: 0 })
    expect(await services.db.select().from(merchantPromotions)).toMatchObject([{ merchantId: 'one', enabled: true }])
    expect([counts.admins?.kept, counts.invitations?.kept]).toEqual([1, 1])
    expect(await services.db.select().from(users).where(eq(users.id, 'usr_ana'))).toMatchObject([{ role: 'customer' }])
  })

  it('§0014 of an erased person restores nothing', async () => {
    await fillHere()
    const documents = { ...second, 'users/ana/carts/c1': { note: 'of hers' } }
    await importFiles(services, brought(map, documents))
    await services.db.transaction((tx) => forgetImported(tx, 'usr_ana'))
    await services.db.update(users).set({ erasedAt: services.clock.now() }).where(eq(users.id, 'usr_ana'))
    await importFiles(services, brought(map, { ...documents, 'users/ana/carts/c1': { note: 'of hers, too' } }))
    const files = JSON.stringify(await exportFiles(services))
    expect(files).not.toMatch(/of hers|Ana of the second|usr_ana\\r/)
  })
})

describe('§0044 a run with ids', () => {
  const map = 'document,id\nmerchants/bar,mer_bar\nusers/ana,usr_new\n'

  it.each([0, 1, 2, 4])(
    'continues correctly after a crash after the lines and %i batches of documents',
    async (batches) => {
      await fillHere()
      const { runId, spool } = await startFiles(services, brought(map))
      let left = batches
      const killed = { progress: () => void (left -= 1) }
      const cut = { ...spool, lines: (name: string) => (left <= 0 && name !== 'ids' ? fail() : spool.lines(name)) }
      const fail = (): AsyncIterable<string> => {
        throw new Error('killed')
      }
      await applyRun(contextAs(services), cut, runId, killed).catch((error: Error) =>
        expect(error.message).toBe('killed'),
      )
      expect((await findRun(services.db, runId))?.state).toBe('writing')
      await continueRun(contextAs(services), spool, runId, { progress() {} })
      expect((await findRun(services.db, runId))?.state).toBe('done')
      expect(await services.db.$count(importIds)).toBe(2)
      expect(await services.db.select().from(subscriptions)).toMatchObject([
        { merchantId: 'mer_bar', userId: 'usr_new' },
      ])
      expect(await services.db.$count(merchants)).toBe(1)
      expect(await countDifferences(services)).toEqual([])
    },
  )

  it('exports an ID file: importing it changes nothing here and recreates everything elsewhere', async () => {
    await fillHere()
    await importFiles(services, brought(map))
    const files = await exportFiles(services)
    expect(files['ids.csv']).toBe('\uFEFFdocument,id\r\nmerchants/bar,mer_bar\r\nusers/ana,usr_new\r\n')
    const again = await importFiles(services, files)
    for (const [kind, { created, updated, skipped }] of Object.entries(again.counts))
      expect([kind, created, updated, skipped]).toEqual([kind, 0, 0, kind === 'audit' ? 1 : 0])
    const elsewhere = await createTestServices()
    await importFiles(elsewhere, files)
    for (const table of [merchants, subscriptionPlans, locations, subscriptions, redemptions, userMerchants])
      expect(await elsewhere.db.select().from(table)).toEqual(await services.db.select().from(table))
    const idsOf = async ({ db }: TestServices) => db.select({ id: users.id }).from(users).orderBy(asc(users.id))
    expect(await idsOf(elsewhere)).toEqual(await idsOf(services))
    // The audit log of the other database contains its own actions.
    expect({ ...(await exportFiles(elsewhere)), 'audit.ndjson': '' }).toEqual({ ...files, 'audit.ndjson': '' })
  })

  it('keeps the id of a document that was imported before', async () => {
    await importFiles(services, { 'all.ndjson': fileOf(second) })
    const { runId, counts } = await importFiles(services, brought('document,id\nmerchants/bar,mer_new\n'))
    expect(counts.merchants).toMatchObject({ same: 1 })
    expect(await told(runId)).toEqual(['line 2 merchants/bar id_other note mer_new'])
    expect(await services.db.select().from(importIds)).toEqual([])
  })

  it.each<[string, string, string[]]>([
    [
      'a kind that nothing names',
      'document,id\nusers/ana/redemptions/r1,x\n',
      ['line 2 users/ana/redemptions/r1 id_kind skipped'],
    ],
    ['a collection that is not known', 'document,id\ncarts/c1,x\n', ['line 2 carts/c1 id_kind skipped']],
    [
      'no path of a document',
      'document,id\nusers,x\n/users/ana,x\n',
      ['line 2 bad_path skipped users', 'line 3 bad_path skipped /users/ana'],
    ],
    [
      'an empty cell',
      'document,id\nusers/ana,\n,x\n',
      ['line 2 users/ana id_cells skipped', 'line 3 id_cells skipped'],
    ],
    [
      'an id that no address holds',
      `document,id\nusers/ana,${'x'.repeat(65)}\nusers/ben,ü\n`,
      [`line 2 users/ana id_unusable skipped ${'x'.repeat(65)}`, 'line 3 users/ben id_unusable skipped ü'],
    ],
    [
      'one document twice, by its account as well',
      'document,id\nusers/ana,x\n__auth__/ana,y\n',
      ['line 3 users/ana id_twice skipped y', 'line 2 users/ana id_waits note x'],
    ],
    [
      'a circle',
      'document,id\nusers/ana,ben\nusers/ben,ana\n',
      ['line 2 users/ana id_circle skipped ben', 'line 3 users/ben id_circle skipped ana'],
    ],
  ])('refuses to write with %s and reports the line', async (_name, map, lines) => {
    const files = { 'ids.csv': map, 'all.ndjson': fileOf({ 'merchants/m': { name: 'M' } }) }
    const error = await importFiles(services, files).catch((one: unknown) => one)
    expect(isRefusal(error) && error.reason).toBe('ID_LINES')
    expect(await services.db.select().from(importIds)).toEqual([])
    const start = {
      source: 'x',
      options: defaultOptions,
      startedBy: null,
      isCheck: true,
      keepHashConfig: async () => {},
    }
    const { runId } = await startRun(services, buildSourceFiles(files), buildSpool, start, {
      problem() {},
      progress() {},
    })
    expect((await told(runId)).toSorted()).toEqual(lines.toSorted())
  })

  it('refuses to write if the file ends inside a quote', async () => {
    const files = { 'ids.csv': 'document,id\n"users/ana,x\n', 'all.ndjson': fileOf({ 'merchants/m': { name: 'M' } }) }
    const error = await importFiles(services, files).catch((one: unknown) => one)
    expect(isRefusal(error) && error.reason).toBe('ID_LINES')
  })

  it.each([
    ['a mark of the encoding and lines of Windows', '\uFEFFdocument,id\r\nmerchants/Café — 1,mer_x\r\n'],
    ['quotes and a name of another column', '"Document","note","ID"\n"merchants/Café — 1","a, b","mer_x"\n'],
    ['tabs', 'document\tid\nmerchants/Café — 1\tmer_x\n'],
    ['semicolons, empty lines and blanks around the id', 'id;document\n\n mer_x ;merchants/Café — 1\n\n'],
  ])('accepts a file with %s', async (_name, map) => {
    await importFiles(services, brought(map, { 'merchants/Café — 1': { name: 'Café', ...dated } }))
    expect(await services.db.select({ id: merchants.id }).from(merchants)).toEqual([{ id: 'mer_x' }])
  })
})

it.each([
  ['damaged', 'document,id\n"merchants/m1'],
  ['too_large', Buffer.alloc(33 * 1_024 * 1_024, 'a')],
])('an ID file that is %s is reported as that and not read', async (fault, content) => {
  await expect(readIdFile(chunksOf(content, 1_048_576))).rejects.toMatchObject({ fault })
})
