import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminRecords, userMerchants, users } from '@quaff/features/accounts/tables'
import { merchantBankAccounts } from '@quaff/features/banking/tables'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { planPrices, subscriptionPlans } from '@quaff/features/plans/tables'
import { redemptions, redemptionTotals } from '@quaff/features/redemptions/tables'
import { merchantSubscriptionStats, subscriptionCharges, subscriptions } from '@quaff/features/subscriptions/tables'
import { readHashParameters } from '@quaff/firestore-export/source'
import { adminAuditLogs, liveEvents, outboxMails } from '@quaff/platform/server/tables'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { cutBatches, type Documents, importDocuments, startImport } from '../../testing/import-run-factory'
import { importDocuments as documentRows, importProblems, importRuns } from '../tables'
import { applyRun } from './apply-run'
import { chooseHashConfig } from './start-run'

let services: TestServices
beforeEach(async () => {
  services = await createTestServices()
  services.clock.set(new Date('2026-11-23T12:00:00Z'))
})

const time = (text: string) => ({ $time: text })
const created = { createdAt: time('2024-01-01T00:00:00Z'), updatedAt: time('2025-01-01T00:00:00Z') }
const period = { currentPeriodStart: time('2026-11-01T00:00:00Z'), currentPeriodEnd: time('2026-12-01T00:00:00Z') }
const pass = {
  merchantId: 'm1',
  planId: 'daily',
  status: 'active',
  amount: 2_900,
  currency: 'USD',
  ...created,
  ...period,
}
const drink = { merchantId: 'm1', locationId: 'main', planId: 'daily', redeemedAt: time('2026-11-20T08:00:00Z') }

const business: Documents = {
  'users/u1': { email: 'Ana@Example.test', displayName: 'Ana', ...created, favourite: { drink: 'flat white' } },
  'users/u1/subscriptions/s1': { ...pass, stripeSubscriptionId: 'sub_1' },
  'users/u1/redemptions/r1': drink,
  'merchants/m1': {
    name: 'Half Moon',
    status: 'active',
    ownerId: 'u2',
    ...created,
    contactInfo: { email: 'm@x.test' },
  },
  'merchants/m1/locations/main': { name: 'Main', ...created },
  'merchants/m1/subscriptionPlans/daily': { name: 'Daily', ...created },
  'merchants/m1/subscriptionPlans/daily/prices/monthly': { amount: 2_900, interval: 'month' },
  'merchants/m2': { name: 'Corner', status: 'active', ...created },
  'merchants/m2/locations/main': { name: 'Corner Main', ...created },
  'users/u2': { email: 'owner@example.test', role: 'merchant_owner', merchantIds: ['m1', 'm2'], ...created },
  'carts/c1': { items: 3 },
}

const rowsOf = async () => ({
  users: await services.db.select().from(users).orderBy(asc(users.id)),
  merchants: await services.db.select().from(merchants).orderBy(asc(merchants.id)),
  locations: await services.db.select().from(locations).orderBy(asc(locations.name)),
  plans: await services.db.select().from(subscriptionPlans),
  prices: await services.db.select().from(planPrices),
  subscriptions: await services.db.select().from(subscriptions),
  redemptions: await services.db.select().from(redemptions),
})
const problems = async (runId: string) =>
  (
    await services.db
      .select()
      .from(importProblems)
      .where(eq(importProblems.runId, runId))
      .orderBy(asc(importProblems.id))
  ).map(({ path, field, fault, level }) => [path, field, fault, level].join(' '))

describe('an imported business', () => {
  it('§3 §7 has its people, merchants, plans, subscriptions and redemptions, each with its old id', async () => {
    const { counts } = await importDocuments(services, business)
    expect(counts).toMatchObject({ users: { created: 2 }, merchants: { created: 2 }, subscriptions: { created: 1 } })
    const rows = await rowsOf()
    expect(rows.users).toMatchObject([
      { id: 'u1', email: 'ana@example.test', displayName: 'Ana', role: 'customer', subscriptionCount: 1 },
      { id: 'u2', role: 'merchant_owner', passwordHash: null },
    ])
    expect(rows.merchants).toMatchObject([
      { id: 'm1', name: 'Half Moon', contactEmail: 'm@x.test', ownerId: 'u2' },
      { id: 'm2', name: 'Corner' },
    ])
    expect(rows.plans).toMatchObject([{ id: 'daily', merchantId: 'm1' }])
    expect(rows.prices).toMatchObject([{ id: 'monthly', planId: 'daily', amountMinor: 2_900 }])
    expect(rows.subscriptions).toMatchObject([{ id: 's1', userId: 'u1', merchantId: 'm1', amountMinor: 2_900 }])
    expect(rows.redemptions).toMatchObject([{ userId: 'u1', merchantId: 'm1', locationId: 'main' }])
    expect(await services.db.select().from(userMerchants).orderBy(asc(userMerchants.position))).toMatchObject([
      { userId: 'u2', merchantId: 'm1' },
      { userId: 'u2', merchantId: 'm2' },
    ])
    expect(await services.db.select().from(merchantSubscriptionStats)).toMatchObject([
      { merchantId: 'm1', activeSubscribers: 1, monthlyRevenueMinor: 2_900 },
    ])
    expect(await services.db.select().from(redemptionTotals)).toMatchObject([{ merchantId: 'm1', count: 1 }])
  })

  it('gives a duplicate id to the first record and a new id to the second, with its references', async () => {
    const other = {
      'users/u1/redemptions/r2': { ...drink, merchantId: 'm2', redeemedAt: time('2026-11-21T08:00:00Z') },
    }
    const { runId } = await importDocuments(services, { ...business, ...other })
    const [corner, main] = (await rowsOf()).locations
    expect([main?.id, corner?.id]).toEqual(['main', expect.stringMatching(/^main_[0-9a-f]{12}$/)])
    const [, second] = await services.db.select().from(redemptions).orderBy(asc(redemptions.redeemedAt))
    expect(second).toMatchObject({ merchantId: 'm2', locationId: corner?.id })
    expect(await problems(runId)).toContain('merchants/m2/locations/main  same_id changed')
  })

  it('keeps unknown fields and whole unknown collections', async () => {
    await importDocuments(services, business)
    const kept = await services.db.select().from(documentRows).orderBy(asc(documentRows.path))
    const residueOf = (path: string) => kept.find((row) => row.path === path)?.residue
    expect(residueOf('carts/c1')).toEqual({ items: 3 })
    expect(residueOf('users/u1')).toEqual({ favourite: { drink: 'flat white' } })
    expect(residueOf('users/u1/subscriptions/s1')).toEqual({ stripeSubscriptionId: 'sub_1' })
    expect(residueOf('merchants/m1')).toBeNull()
  })

  it('§0044 is not charged for periods that the old system charged', async () => {
    await importDocuments(services, business, { paidUntil: '2026-11-01T00:00:01.000Z' })
    expect(await services.db.$count(subscriptionCharges)).toBe(0)
    const next = {
      ...pass,
      currentPeriodStart: time('2026-11-15T00:00:00Z'),
      currentPeriodEnd: time('2026-12-15T00:00:00Z'),
    }
    await importDocuments(services, { 'users/u1/subscriptions/s2': next }, { paidUntil: '2026-11-01T00:00:01.000Z' })
    expect(await services.db.select().from(subscriptionCharges)).toMatchObject([{ subscriptionId: 's2' }])
  })

  it('is refused if it has subscriptions but no paid-until instant, and nothing is written', async () => {
    await expect(startImport(services, business, { paidUntil: null })).rejects.toMatchObject({ reason: 'PAID_UNTIL' })
    expect(await services.db.$count(users)).toBe(0)
    expect(await services.db.select().from(importRuns)).toMatchObject([{ state: 'stopped' }])
  })

  it('sends no email and notifies open lists once', async () => {
    const { counts } = await importDocuments(services, business)
    expect(await services.db.$count(outboxMails)).toBe(0)
    const told = (await services.db.select().from(liveEvents)).map(({ topic }) => topic)
    const progress = told.filter((topic) => topic === 'import')
    // A viewer of the import is notified of its start, of each batch and of its end.
    expect(progress).toHaveLength(Object.keys(counts).length + 2)
    expect(told.filter((topic) => topic !== 'import').toSorted()).toEqual([
      'audit',
      'merchant',
      'redemption',
      'subscription',
      'user',
    ])
    expect(await services.db.select().from(adminAuditLogs)).toMatchObject([{ action: 'import_documents' }])
  })
})

describe('a second run', () => {
  it('writes nothing if nothing has changed', async () => {
    await importDocuments(services, business)
    const before = await rowsOf()
    services.clock.advance(3_600_000)
    const { counts } = await importDocuments(services, business)
    const all = Object.values(counts).flatMap(({ created: made, updated, kept, skipped }) => [
      made,
      updated,
      kept,
      skipped,
    ])
    expect(all.every((count) => count === 0)).toBe(true)
    expect(await rowsOf()).toEqual(before)
  })

  it('imports changes but keeps what was edited or deleted here', async () => {
    await importDocuments(services, business)
    await services.db
      .update(merchants)
      .set({ name: 'Full Moon', version: sql`version + 1` })
      .where(eq(merchants.id, 'm1'))
    await services.db.delete(locations).where(eq(locations.name, 'Corner Main'))
    const changed = Object.fromEntries(
      Object.entries(business).map(([path, data]) => [
        path,
        'name' in data ? { ...data, name: `${String(data['name'])} 2` } : data,
      ]),
    )
    const { counts } = await importDocuments(services, changed)
    expect(counts).toMatchObject({ merchants: { updated: 1, kept: 1 }, locations: { updated: 1, kept: 1 } })
    const rows = await rowsOf()
    expect(rows.merchants.map(({ name }) => name)).toEqual(['Full Moon', 'Corner 2'])
    expect(rows.locations.map(({ name }) => name)).toEqual(['Main 2'])
  })

  it('§0014 does not restore erased people', async () => {
    await importDocuments(services, business)
    const erased = { erasedAt: services.clock.now(), email: 'erased@erased.invalid', displayName: null }
    await services.db.update(users).set(erased).where(eq(users.id, 'u1'))
    const again = { 'users/u1': { ...business['users/u1'], displayName: 'Ana again' } }
    expect((await importDocuments(services, again)).counts).toMatchObject({ users: { kept: 1 } })
    const account = { '__auth__/u1': { localId: 'u1', email: 'ana@example.test' } }
    expect((await importDocuments(services, account)).counts).toMatchObject({ accounts: { kept: 1 } })
    expect((await rowsOf()).users[0]).toMatchObject({ email: 'erased@erased.invalid', displayName: null })
  })

  it('never replaces records that were created here', async () => {
    await services.db
      .insert(merchants)
      .values({ id: 'm1', name: 'Ours', createdAt: new Date(), updatedAt: new Date(), statusChangedAt: new Date() })
    expect((await importDocuments(services, business)).counts).toMatchObject({ merchants: { created: 1, kept: 1 } })
    expect((await rowsOf()).merchants[0]).toMatchObject({ name: 'Ours' })
  })
})

describe('imported people', () => {
  const account = { localId: 'u1', email: 'ana.new@example.test', emailVerified: true, createdAt: '1700000000000' }

  it('merge account and document with the same id: the account gives the email, the document the rest', async () => {
    await importDocuments(services, { ...business, '__auth__/u1': account })
    expect((await rowsOf()).users[0]).toMatchObject({
      id: 'u1',
      email: 'ana.new@example.test',
      emailVerified: true,
      displayName: 'Ana',
    })
    const moved = {
      ...business,
      '__auth__/u1': { ...account, disabled: true },
      'users/u1': { ...business['users/u1'], displayName: 'Anna' },
    }
    expect((await importDocuments(services, moved)).counts).toMatchObject({
      accounts: { updated: 1 },
      users: { updated: 1 },
    })
    expect((await rowsOf()).users[0]).toMatchObject({
      email: 'ana.new@example.test',
      displayName: 'Anna',
      status: 'suspended',
    })
  })

  it('are never merged by email: the second person gets a placeholder', async () => {
    await importDocuments(services, { ...business, 'users/u3': { email: 'ANA@example.test', ...created } })
    const [, , third] = (await rowsOf()).users
    expect(third).toMatchObject({ id: 'u3', emailIsPlaceholder: true })
  })

  it('§6 become administrators only if that was granted', async () => {
    const admins = {
      'users/a1': { email: 'a1@example.test', role: 'quaff_admin', ...created },
      '__auth__/a2': { localId: 'a2', email: 'a2@example.test', customAttributes: '{"quaff_admin":true}' },
      'users/a3': { email: 'a3@example.test', ...created },
      'admins/a3': { role: 'quaff_admin', ...created },
    }
    const { runId } = await importDocuments(services, admins)
    expect(await services.db.$count(adminRecords)).toBe(0)
    expect((await rowsOf()).users.map(({ role, claims }) => [role, claims])).toEqual([
      ['customer', {}],
      ['customer', {}],
      ['customer', {}],
    ])
    expect((await problems(runId)).filter((line) => line.includes('not_granted'))).toHaveLength(3)
    await services.database.truncate()
    await importDocuments(services, admins, { grantsAdmins: true })
    expect(await services.db.select().from(adminRecords)).toMatchObject([{ userId: 'a3', role: 'quaff_admin' }])
    expect(
      (await rowsOf()).users.map(({ role, claims }) => role === 'quaff_admin' || claims.quaff_admin === true),
    ).toEqual([true, true, true])
  })
})

describe('missing and rejected records', () => {
  it('creates placeholders for a subscription without merchant and person', async () => {
    await importDocuments(services, { 'users/gone/subscriptions/s1': { ...pass, merchantId: 'lost' } })
    const rows = await rowsOf()
    expect(rows.merchants).toMatchObject([{ id: 'lost', name: 'Unknown Merchant', status: 'archived' }])
    expect(rows.users).toMatchObject([{ id: 'gone', emailIsPlaceholder: true }])
    expect(rows.subscriptions).toMatchObject([{ merchantId: 'lost', userId: 'gone' }])
  })

  it('skips a location without its merchant, and one bad row does not affect the others', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`merchants/m${index}`, { name: `Venue ${index}`, ...created }]),
    )
    const far = {
      'merchants/m30': {
        name: 'Far',
        createdAt: time('2024-01-01T00:00:00Z'),
        updatedAt: time('0000-01-01T00:00:00Z'),
      },
    }
    const { counts, runId } = await importDocuments(services, {
      ...many,
      ...far,
      'merchants/none/locations/l1': { name: 'Nowhere', ...created },
    })
    expect(counts).toMatchObject({ merchants: { created: 59, skipped: 1 }, locations: { skipped: 1 } })
    expect(await problems(runId)).toEqual([
      'merchants/m30  refused skipped',
      'merchants/none/locations/l1  unknown_merchant skipped',
    ])
  })

  it('removes characters that the database rejects, also from unused fields', async () => {
    const odd = { name: 'Odd', note: 'a\u0000b\uD800c', deep: { list: ['\u0000'] }, ...created }
    await importDocuments(services, {
      ...business,
      'merchants/m1/locations/odd': odd,
      'users/u9': { ...odd, email: 'u9@x.test' },
    })
    const [stored] = await services.db.select().from(locations).where(eq(locations.id, 'odd'))
    expect(stored?.fields).toMatchObject({ note: 'a\uFFFDb\uFFFDc', deep: { list: ['\uFFFD'] } })
    const [person] = await services.db.select().from(documentRows).where(eq(documentRows.path, 'users/u9'))
    expect(person?.residue).toMatchObject({ note: 'a\uFFFDb\uFFFDc' })
  })

  it('keeps bank details that the owner entered and never stores a full number from the old system', async () => {
    const banking = {
      accountHolderName: 'Half Moon',
      routingNumber: '0210 0002 1',
      accountNumber: '****6789',
      encryptedAccountNumber: 'canary-cipher',
    }
    await importDocuments(services, { ...business, 'merchants/m1': { ...business['merchants/m1'], banking } })
    expect(await services.db.select().from(merchantBankAccounts)).toMatchObject([
      { merchantId: 'm1', accountLast4: '6789', accountNumberEncrypted: null, verificationStatus: null },
    ])
    const { rows } = await services.db.execute<Record<string, unknown>>(
      sql`select count(*) as hits from import_documents where residue::text like '%canary%'`,
    )
    expect(rows).toEqual([{ hits: 0 }])
  })
})

it('refuses password hash settings that differ from the stored ones', async () => {
  const keptHere = { ...services, passwords: { ...services.passwords, findBorrowedFrom: async () => 'another' } }
  const found = readHashParameters(
    'hash_config { algorithm: SCRYPT, base64_signer_key: AAEC, base64_salt_separator: Bw==, rounds: 8, mem_cost: 14 }',
  )
  const kept: unknown[] = []
  const choose = (at: TestServices) => chooseHashConfig(at, found, async (config) => void kept.push(config))
  await expect(choose(keptHere)).rejects.toMatchObject({ reason: 'HASH_SETTINGS' })
  expect(kept).toEqual([])
  await choose(services)
  expect(kept).toEqual([found])
})

describe('an interruption', () => {
  it('while reading does not block a new import', async () => {
    await services.db
      .insert(importRuns)
      .values({
        id: 'imp_died',
        state: 'reading',
        source: 'old-system',
        options: { paidUntil: null, grantsAdmins: false, hashConfigId: null },
        startedAt: services.clock.now(),
      })
    expect((await importDocuments(services, business)).counts).toMatchObject({ users: { created: 2 } })
  })

  it('without its documents is not a finished import, and a run that writes blocks others', async () => {
    const { runId, spool } = await startImport(services, business)
    await expect(startImport(services, business)).rejects.toMatchObject({ reason: 'IMPORT_RUNNING' })
    expect(await services.db.$count(importRuns)).toBe(1)
    await spool.remove()
    const goOn = applyRun(contextAs(services), spool, runId, { progress() {} })
    await expect(goOn).rejects.toMatchObject({ reason: 'SPOOL_GONE' })
    expect(await services.db.$count(users)).toBe(0)
    expect((await importDocuments(services, business)).counts).toMatchObject({ users: { created: 2 } })
  })

  it('by a database error skips no document, and all are imported afterwards', async () => {
    const { runId, spool } = await startImport(services, business)
    const goOn = () => applyRun(contextAs(services), spool, runId, { progress() {} })
    await services.db.execute(sql`alter table locations rename to locations_away`)
    try {
      await expect(goOn()).rejects.toMatchObject({ cause: { code: '42P01' } })
    } finally {
      await services.db.execute(sql`alter table locations_away rename to locations`)
    }
    expect((await goOn()).counts.locations).toMatchObject({ created: 2, skipped: 0 })
  })

  it('at any batch loses nothing and repeats nothing', async () => {
    cutBatches(25)
    const people = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`users/p${index}`, { email: `p${index}@example.test`, ...created }]),
    )
    const passes = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`users/p${index}/subscriptions/s${index}`, pass]),
    )
    const { runId, spool } = await startImport(services, { ...business, ...people, ...passes })
    let batches = 0
    const dying = {
      progress() {
        batches += 1
        throw new Error('killed')
      },
    }
    const goOn = () => applyRun(contextAs(services), { ...spool, remove: async () => {} }, runId, dying)
    for (;;) {
      const done = await goOn().catch(() => null)
      if (done) break
    }
    expect(batches).toBeGreaterThan(10)
    expect(await services.db.$count(users)).toBe(62)
    expect(await services.db.$count(subscriptions)).toBe(61)
    expect(await services.db.select().from(merchantSubscriptionStats)).toMatchObject([{ activeSubscribers: 61 }])
    const [run] = await services.db.select().from(importRuns)
    expect(run).toMatchObject({ state: 'done', counts: { users: { created: 62 }, subscriptions: { created: 61 } } })
  })
})
