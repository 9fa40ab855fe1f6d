import { eq, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import { adminRecords, pendingInvitations, userMerchants, users } from '@quaff/features/accounts/tables'
import { userActivity } from '@quaff/features/activity/tables'
import { merchantBankAccounts } from '@quaff/features/banking/tables'
import { brandImages } from '@quaff/features/branding/tables'
import { locations } from '@quaff/features/locations/tables'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { planPrices, subscriptionPlans } from '@quaff/features/plans/tables'
import { merchantPromotions } from '@quaff/features/promotions/tables'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { redemptions } from '@quaff/features/redemptions/tables'
import { writeSubscriptions } from '@quaff/features/subscriptions/server'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { inTransaction } from '@quaff/platform/server'
import { isOnPostgres } from '@quaff/platform/testing/test-database'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { exportFiles, importFiles } from '../../testing/import-run-factory'
import { compared, documentsInFiles, linesOf, roundTrip } from '../../testing/round-trip-factory'
import { exportBusiness } from '../export-business'
import { forgetImported } from '../forget-imported-store'
import { importDocuments } from '../tables'

const tables: PgTable[] = [
  users,
  userMerchants,
  adminRecords,
  pendingInvitations,
  userActivity,
  merchants,
  merchantApplications,
  merchantBankAccounts,
  locations,
  subscriptionPlans,
  planPrices,
  merchantPromotions,
  subscriptions,
  redemptions,
]
/** Returns each row without its version: documents do not say how often a row was written. */
async function rowsOf(services: TestServices): Promise<string[]> {
  const found: string[] = []
  for (const table of tables)
    for (const { version: _version, ...row } of await services.db.select().from(table))
      found.push(`${getTableName(table)} ${JSON.stringify(row)}`)
  return found.sort()
}

const admins = { grantsAdmins: true }

/** Ten seeds per round. `npm run test:long -- --round-trips` runs a thousand. */
const seedCount = 10 * Number(process.env['LONG_ROUNDS'] ?? (isOnPostgres ? 10 : 3))
const atOnce = 200

/** Uses its own databases: import, export, import again, import into an empty database, and export from that. */
async function playRound(seeds: readonly number[]): Promise<number> {
  const services = await createTestServices()
  const { documents, different, files } = await roundTrip(services, seeds)
  expect(different.slice(0, 3)).toEqual([])
  const again = await importFiles(services, files, admins)
  // The old audit log is skipped each time.
  const { audit: _log, ...counts } = again.counts
  const written = Object.values(counts).map(({ created, updated, kept, skipped }) => [created, updated, kept, skipped])
  expect(new Set(written.map(String))).toEqual(new Set(['0,0,0,0']))
  const elsewhere = await createTestServices()
  await importFiles(elsewhere, files, admins)
  const [rows, others] = [await rowsOf(services), await rowsOf(elsewhere)]
  const known = new Set(rows)
  expect(others.filter((row) => !known.has(row)).slice(0, 3)).toEqual([])
  expect(others).toHaveLength(rows.length)
  const { different: lost } = compared(documentsInFiles(files), documentsInFiles(await exportFiles(elsewhere)))
  expect(lost.slice(0, 3)).toEqual([])
  return documents
}

describe('§7 an imported document', () => {
  for (let first = 1; first <= seedCount; first += atOnce)
    it(`is exported unchanged, over all collections and kinds of values: seeds from ${first}`, async () => {
      const seeds = Array.from({ length: Math.min(atOnce, seedCount - first + 1) }, (_, index) => first + index)
      expect(await playRound(seeds)).toBeGreaterThan(25 * seeds.length)
    }, 240_000)

  it('is exported as the tree of another tool, with the number of inexact documents', async () => {
    const services = await createTestServices()
    const { files } = await roundTrip(services, [1, 2, 3, 4, 5, 6])
    const trees: Record<string, string> = {}
    const target = {
      append: async (path: string, text: string) => void (trees[path] = (trees[path] ?? '') + text),
      write: async (path: string, bytes: Uint8Array) => void (trees[path] = Buffer.from(bytes).toString()),
      close: async () => {},
    }
    const { inexact } = await exportBusiness(services, target, { withHashes: false, form: 'tree' }, { progress() {} })
    expect(Object.keys(trees).filter((name) => !/^(auth(\.second)?|\w+(\.second)?\.\d{4})\.json$/.test(name))).toEqual(
      [],
    )
    const elsewhere = await createTestServices()
    const { report } = await importFiles(elsewhere, trees, admins)
    expect(report.files.map(({ format, fault }) => [format, fault])).not.toContainEqual(
      expect.arrayContaining(['other']),
    )
    const { documents, different } = compared(documentsInFiles(files), documentsInFiles(await exportFiles(elsewhere)))
    expect(documents).toBeGreaterThan(150)
    expect(inexact).toBeGreaterThan(0)
    expect(inexact).toBeLessThan(documents / 2)
    expect(different).toHaveLength(inexact)
  })

  it('differs only in the document and the fields that were edited', async () => {
    const services = await createTestServices()
    const { files } = await roundTrip(services, [7, 8])
    const [place] = await services.db.select().from(locations)
    await services.db
      .update(locations)
      .set({ name: 'Edited here', version: 2 })
      .where(eq(locations.id, place?.id ?? ''))
    const edited = await exportFiles(services)
    const { different } = compared(documentsInFiles(files), documentsInFiles(edited))
    expect(different).toHaveLength(1)
    const [{ was = '', became = '' } = {}] = different
    expect({ ...JSON.parse(became).data, name: null }).toEqual({ ...JSON.parse(was).data, name: null })
    expect(JSON.parse(became).data.name).toBe('Edited here')
    const again = await importFiles(services, edited, admins)
    expect(again.counts.locations).toMatchObject({ created: 0, updated: 0, kept: 1 })
  })

  it('leaves account and document as they were last imported', async () => {
    const services = await createTestServices()
    const account = { localId: 'u1', email: 'a@people.test', displayName: 'Account', createdAt: '1700000000000' }
    const auth = (changed: object) => JSON.stringify({ users: [{ ...account, ...changed }] })
    const person = {
      path: 'users/u1',
      data: { email: 'b@people.test', displayName: 'Person', createdAt: 1_700_000_001 },
    }
    await importFiles(services, { 'auth.json': auth({}), 'users.ndjson': linesOf([person]) })
    await importFiles(services, { 'auth.json': auth({ displayName: 'Renamed' }), 'users.ndjson': linesOf([person]) })
    const files = await exportFiles(services)
    expect(JSON.parse(files['auth.json'] ?? '')).toEqual(JSON.parse(auth({ displayName: 'Renamed' })))
    expect(JSON.parse(files['users.ndjson'] ?? '')).toEqual(person)
  })
})

describe('what is not exported', () => {
  const account = {
    localId: 'u1',
    email: 'a@people.test',
    passwordHash: 'AAEC',
    salt: 'BAU=',
    createdAt: '1700000000000',
  }
  const person = { email: 'a@people.test', displayName: 'Ana', createdAt: '2024-01-01T00:00:00Z', secret: 'of theirs' }
  const hashConfig =
    'hash_config { algorithm: SCRYPT, base64_signer_key: AAEC, base64_salt_separator: Bw==, rounds: 8, mem_cost: 14 }'

  it('includes every password, except old ones on request', async () => {
    const services = await createTestServices()
    await importFiles(services, { 'auth.json': JSON.stringify({ users: [account] }), 'config.txt': hashConfig })
    const without = await exportFiles(services)
    expect(JSON.stringify(without)).not.toMatch(/AAEC|BAU=|passwordHash/)
    const {
      users: [found],
    } = JSON.parse((await exportFiles(services, true))['auth.json'] ?? '') as { users: object[] }
    expect(found).toEqual(account)
    await services.db.update(users).set({ passwordHash: 'scrypt.ours', version: 9 })
    expect(JSON.stringify(await exportFiles(services, true))).not.toMatch(/scrypt\.ours|passwordHash/)
  })

  it('§0014 includes erased and deleted people and their data', async () => {
    const services = await createTestServices()
    const lines = linesOf([
      { path: 'users/u1', data: person },
      { path: 'users/u2', data: { ...person, email: null } },
    ])
    await importFiles(services, { 'users.ndjson': lines })
    await inTransaction(services, (tx) => forgetImported(tx, 'u1'))
    await services.db.update(users).set({ erasedAt: services.clock.now(), version: 2 }).where(eq(users.id, 'u1'))
    await services.db.delete(users).where(eq(users.id, 'u2'))
    expect(JSON.stringify(await exportFiles(services))).not.toMatch(/of theirs|u1|u2/)
  })

  it('§5 includes bank account numbers and sign-in links', async () => {
    const services = await createTestServices()
    const banking = {
      accountHolderName: 'M',
      accountNumber: '123456789',
      encryptedAccountNumber: 'cipher',
      iban: 'CH93',
    }
    const lines = linesOf([
      { path: 'users/u1', data: person },
      { path: 'merchants/m1', data: { name: 'M', createdAt: '2024-01-01T00:00:00Z', banking } },
      { path: 'pendingInvitations/u1', data: { role: 'merchant_owner', signInLink: 'https://in.test/secret' } },
    ])
    await importFiles(services, { 'all.ndjson': lines })
    const text = JSON.stringify(await exportFiles(services))
    expect(text).not.toMatch(/123456789|cipher|CH93|in\.test/)
    expect(text).toContain('****6789')
  })
})

describe('a record that was created here', () => {
  it('is exported as a document of the same kind, below the old ids of related records', async () => {
    const services = await createTestServices()
    const at = services.clock.now()
    await importFiles(services, {
      'all.ndjson': linesOf([{ path: 'merchants/m.1', data: { name: 'M', createdAt: '2024-01-01T00:00:00Z' } }]),
    })
    const [merchant] = await services.db.select().from(merchants)
    expect(merchant?.id).toMatch(/^m1_/)
    const plan = { id: 'p1', merchantId: merchant?.id ?? '', name: 'Daily', fields: { drinks: 30 } }
    await services.db.insert(subscriptionPlans).values({ ...plan, createdAt: at, updatedAt: at })
    await services.db.insert(planPrices).values({ id: 'c1', planId: 'p1', amountMinor: 2_900, currency: 'chf' })
    const files = await exportFiles(services)
    expect([...documentsInFiles(files).keys()]).toEqual([
      'merchants/m.1',
      'merchants/m.1/subscriptionPlans/p1',
      'merchants/m.1/subscriptionPlans/p1/prices/c1',
    ])
    const elsewhere = await createTestServices()
    await importFiles(elsewhere, files)
    expect(await elsewhere.db.select().from(planPrices)).toEqual(await services.db.select().from(planPrices))
    expect(await elsewhere.db.select().from(subscriptionPlans)).toEqual(
      await services.db.select().from(subscriptionPlans),
    )
  })
})

it('§7 an export can be imported here without claiming records that were created here', async () => {
  const services = await createTestServices()
  const at = services.clock.now()
  const times = { createdAt: at, updatedAt: at }
  await services.db.insert(users).values({ id: 'u1', email: 'a@people.test', ...times })
  await services.db.insert(merchants).values({ id: 'm1', name: 'M', statusChangedAt: at, ...times })
  await inTransaction(services, async (tx) => {
    await writeSubscriptions(services, tx, [{ id: 's1', merchantId: 'm1', userId: 'u1', status: 'active', ...times }])
    await writeRedemptions(services, tx, [{ id: 'r1', merchantId: 'm1', userId: 'u1', redeemedAt: at }])
  })
  const { counts } = await importFiles(services, await exportFiles(services))
  for (const kind of ['accounts', 'users', 'merchants', 'subscriptions', 'redemptions'] as const)
    expect([kind, counts[kind]]).toEqual([kind, { created: 0, updated: 0, same: 0, kept: 1, skipped: 0 }])
  expect(await services.db.select().from(importDocuments)).toEqual([])
})

it('§7 an export is one snapshot, despite concurrent writes', async () => {
  const services = await createTestServices()
  await importFiles(services, { 'all.ndjson': linesOf([{ path: 'users/u1', data: { email: 'a@people.test' } }]) })
  const requested: unknown[] = []
  const db = new Proxy(services.db, {
    get: (whole, name) =>
      name === 'transaction'
        ? (work: never, options: unknown) => (requested.push(options), whole.transaction(work, options as never))
        : Reflect.get(whole, name),
  })
  await exportFiles({ ...services, db })
  expect(requested).toEqual([{ isolationLevel: 'repeatable read', accessMode: 'read only' }])
})

it('§7 an export contains pictures of merchants and lists those that the file store lacks', async () => {
  const services = await createTestServices()
  const at = services.clock.now()
  await importFiles(services, { 'all.ndjson': linesOf([{ path: 'merchants/m1', data: { name: 'M' } }]) })
  const image = { merchantId: 'm1', kind: 'logo', contentType: 'image/webp', byteSize: 3, width: 1, height: 1 }
  for (const name of ['kept', 'lost'])
    await services.db
      .insert(brandImages)
      .values({ ...image, id: name, storageKey: `${name}.webp`, createdAt: at, storedAt: at })
  await services.files.put('brand/kept.webp', Buffer.from('abc'), 'image/webp')
  const written: Record<string, string> = {}
  const target = {
    append: async () => {},
    write: async (path: string, bytes: Uint8Array) => void (written[path] = Buffer.from(bytes).toString()),
    close: async () => {},
  }
  const { files, missingFiles } = await exportBusiness(services, target, { withHashes: false }, { progress() {} })
  expect(written).toEqual({ 'storage/brand/kept.webp': 'abc' })
  expect({ files, missingFiles }).toEqual({ files: 1, missingFiles: ['brand/lost.webp'] })
})
