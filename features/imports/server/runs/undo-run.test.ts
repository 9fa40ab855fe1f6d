import { and, eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { paymentLinks } from '@quaff/features/payments/tables'
import { payoutCharges } from '@quaff/features/payouts/tables'
import { insertAdjustment, insertPayout } from '@quaff/features/payouts/testing/payout-factory'
import { planPrices } from '@quaff/features/plans/tables'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { redemptions } from '@quaff/features/redemptions/tables'
import { refunds } from '@quaff/features/refunds/tables'
import { insertRefundRow } from '@quaff/features/refunds/testing/refund-factory'
import { writeSubscriptions } from '@quaff/features/subscriptions/server'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { buildCorpus } from '../../testing/corpus-factory'
import { countDifferences, readEverything } from '../../testing/figures-factory'
import { buildSpool, cutBatches, type Documents, importDocuments, startImport } from '../../testing/import-run-factory'
import { applyRun } from '../apply/apply-run'
import { importDocuments as documentRows, importProblems, importRuns } from '../tables'
import { continueRun } from './background'
import { undoRun } from './undo-run'

let services: TestServices
beforeEach(async () => {
  services = await createTestServices()
  services.clock.set(new Date('2026-11-23T12:00:00Z'))
})

const quiet = { progress() {} }
const undo = (runId: string, listener = quiet) => undoRun(contextAs(services), buildSpool(), runId, listener)
/** Charges from 2000 on, so that an undo must reverse money too. */
const unpaid = { paidUntil: '2000-01-01T00:00:00.000Z' }
const corpus: Documents = Object.fromEntries(buildCorpus().map(({ path, data }) => [path, data]))

async function keptBy(runId: string): Promise<Record<string, string[]>> {
  const rows = await services.db
    .select()
    .from(importProblems)
    .where(and(eq(importProblems.runId, runId), eq(importProblems.level, 'note')))
    .orderBy(importProblems.path)
  const kept: Record<string, string[]> = {}
  for (const { fault, path } of rows) kept[fault] = [...(kept[fault] ?? []), path ?? '']
  return kept
}

/** Inserts a business that existed before the import. An undo must restore its state. */
async function insertOwnBusiness(): Promise<void> {
  await insertMerchant(services, { id: 'own' })
  await insertUser(services, { id: 'ours' })
  const at = new Date('2026-11-01T08:00:00Z')
  const pass = { id: 'own_pass', merchantId: 'own', userId: 'ours', status: 'active', amountMinor: 900 } as const
  await inTransaction(services, async (tx) => {
    await writeSubscriptions(services, tx, [{ ...pass, createdAt: at, updatedAt: at, currentPeriodStart: at }])
    await writeRedemptions(services, tx, [{ id: 'own_drink', merchantId: 'own', userId: 'ours', redeemedAt: at }])
  })
}

describe('an import that is undone', () => {
  it('restores everything, to the last counter', async () => {
    await insertOwnBusiness()
    const before = await readEverything(services)
    const { runId } = await importDocuments(services, corpus, { ...unpaid, grantsAdmins: true })
    const imported = await readEverything(services)
    expect(imported['subscription_charges']?.length).toBeGreaterThan(50)
    const run = await undo(runId)
    expect(await readEverything(services)).toEqual(before)
    expect(await countDifferences(services)).toEqual([])
    expect(await services.db.$count(documentRows)).toBe(0)
    expect(run).toMatchObject({
      state: 'undone',
      undoCounts: { subscriptions: { removed: 72, gone: 0, kept: 0 }, redemptions: { removed: 73 } },
    })
    expect(await services.db.select().from(adminAuditLogs)).toMatchObject([
      { action: 'import_documents' },
      { action: 'undo_import', targetId: runId },
    ])
  })

  it('removes an invited owner whose merchant was created by the same run', async () => {
    const before = await readEverything(services)
    const { runId } = await importDocuments(services, {
      'merchants/harbour': { name: 'Harbour', status: 'active', createdAt: '2026-01-01T00:00:00Z' },
      'users/c3': { email: 'c3@people.test', createdAt: '2026-01-01T00:00:00Z' },
      'pendingInvitations/c3': {
        role: 'merchant_owner',
        merchantIds: ['harbour'],
        used: false,
        createdAt: '2026-01-01T00:00:00Z',
      },
    })
    await undo(runId)
    expect(await keptBy(runId)).toEqual({})
    expect(await readEverything(services)).toEqual(before)
  })

  it('can be imported again', async () => {
    const { runId } = await importDocuments(services, corpus, { ...unpaid, grantsAdmins: true })
    const imported = await readEverything(services)
    await undo(runId)
    await importDocuments(services, corpus, { ...unpaid, grantsAdmins: true })
    expect(await readEverything(services)).toEqual(imported)
  })

  it('keeps twenty edits and what they need, reports them, and removes the rest', async () => {
    const { runId } = await importDocuments(services, corpus, unpaid)
    const bumped = { version: sql`version + 1` }
    const ids = (prefix: string, from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `${prefix}${from + index}`)
    await services.db
      .update(users)
      .set({ displayName: 'Edited', ...bumped })
      .where(inArray(users.id, ids('u', 40, 10)))
    await services.db
      .update(merchants)
      .set({ name: 'Edited', ...bumped })
      .where(inArray(merchants.id, ids('m', 3, 3)))
    await services.db
      .update(locations)
      .set({ name: 'Edited', ...bumped })
      .where(inArray(locations.id, ids('l', 6, 2)))
    await services.db
      .update(planPrices)
      .set({ amountMinor: 1 })
      .where(inArray(planPrices.id, ids('c', 10, 2)))
    await services.db
      .update(subscriptions)
      .set({ canceledBy: 'admin' })
      .where(inArray(subscriptions.id, ids('s', 60, 1)))
    await services.db
      .update(redemptions)
      .set({ voidedAt: new Date() })
      .where(inArray(redemptions.id, ids('r', 61, 2)))
    await undo(runId)
    const kept = await keptBy(runId)
    expect(kept['edited_here']).toHaveLength(20)
    // Merchants of edited parts with their plans, and people whose merchant, subscription or redemption stays.
    expect(kept['still_needed']).toEqual(
      [
        ...['m0', 'm1', 'm2', 'm6', 'm7', 'm10', 'm11'].map((id) => `merchants/${id}`),
        ...['l1', 'l2'].map((id) => `merchants/m${id.slice(1)}/locations/${id}`),
        ...['0', '10', '11'].map((n) => `merchants/m${n}/subscriptionPlans/p${n}`),
        ...['0', '1', '10', '11', '2', '3', '4', '5', '6', '60', '61', '62', '7'].map((n) => `users/u${n}`),
      ].toSorted(),
    )
    const { users: people, merchants: venues, ...rest } = await readEverything(services)
    expect([people?.length, venues?.length]).toEqual([23, 10])
    expect(rest).toMatchObject({ user_activity: [], merchant_promotions: [], merchant_applications: [] })
    expect([rest['locations'], rest['plan_prices'], rest['subscriptions'], rest['redemptions']]).toMatchObject([
      { length: 4 },
      { length: 2 },
      { length: 1 },
      { length: 2 },
    ])
    expect(await services.db.$count(users, eq(users.displayName, 'Edited'))).toBe(10)
  })

  it('stays consistent if it is interrupted at every batch and continued', async () => {
    cutBatches(50)
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        [`users/p${index}`, { email: `p${index}@example.test`, createdAt: { $time: '2024-01-01T00:00:00Z' } }],
        [`users/p${index}/subscriptions/s_${index}`, corpus['users/u1/subscriptions/s1'] ?? {}],
      ]).flat(),
    )
    const before = await readEverything(services)
    const { runId } = await importDocuments(services, { ...corpus, ...many }, unpaid)
    let batches = 0
    const dying = {
      progress() {
        batches += 1
        throw new Error('killed')
      },
    }
    const unlessKilled = (error: unknown) => {
      if (error instanceof Error && error.message === 'killed') return null
      throw error
    }
    let run = await undo(runId, dying).catch(unlessKilled)
    while (run === null) run = await continueRun(contextAs(services), buildSpool(), runId, dying).catch(unlessKilled)
    expect(batches).toBeGreaterThan(14)
    expect(run.undoCounts).toMatchObject({ users: { removed: 133 }, subscriptions: { removed: 132 } })
    expect(await readEverything(services)).toEqual(before)
    expect(await countDifferences(services)).toEqual([])
  })

  it('can be undone after an interruption while writing', async () => {
    const before = await readEverything(services)
    const { runId, spool } = await startImport(services, corpus)
    const dying = {
      progress(kind: string) {
        if (kind === 'redemptions') throw new Error('killed')
      },
    }
    await expect(applyRun(contextAs(services), spool, runId, dying)).rejects.toThrow('killed')
    await undoRun(contextAs(services), spool, runId, quiet)
    expect(await readEverything(services)).toEqual(before)
    expect(await spool.isWhole()).toBe(false)
  })

  it('is refused the second time, before anything was written, and for an unknown run', async () => {
    const { runId } = await importDocuments(services, corpus)
    await undo(runId)
    await expect(undo(runId)).rejects.toMatchObject({ reason: 'IMPORT_UNDONE' })
    await expect(continueRun(contextAs(services), buildSpool(), runId, quiet)).rejects.toMatchObject({
      reason: 'IMPORT_OVER',
    })
    await expect(undo('imp_nowhere')).rejects.toMatchObject({ reason: 'IMPORT_GONE' })
    await services.db.update(importRuns).set({ state: 'reading' })
    await expect(undo(runId)).rejects.toMatchObject({ reason: 'IMPORT_EMPTY' })
  })
})

describe('after an undo', () => {
  const changed = {
    ...corpus,
    'merchants/m5': { ...corpus['merchants/m5'], name: 'Renamed there' },
    'users/u9/subscriptions/s9': { ...corpus['users/u9/subscriptions/s9'], status: 'past_due' },
  }

  it('rows that a later import changed stay until that import is undone', async () => {
    const before = await readEverything(services)
    const first = await importDocuments(services, corpus, unpaid)
    const second = await importDocuments(services, changed, unpaid)
    await undo(first.runId)
    expect((await keptBy(first.runId))['later_import']).toEqual(['merchants/m5', 'users/u9/subscriptions/s9'])
    expect((await readEverything(services))['subscriptions']).toMatchObject([{ id: 's9', status: 'past_due' }])
    expect(await countDifferences(services)).toEqual([])
    await services.database.truncate()
    const [again, later] = [
      await importDocuments(services, corpus, unpaid),
      await importDocuments(services, changed, unpaid),
    ]
    expect(second.counts).toEqual(later.counts)
    await undo(later.runId)
    expect((await keptBy(later.runId))['only_changed']).toEqual(['merchants/m5', 'users/u9/subscriptions/s9'])
    await undo(again.runId)
    expect(await readEverything(services)).toEqual(before)
    expect(await countDifferences(services)).toEqual([])
  })

  it('§G35 no daily figure counts removed subscriptions, through any states and prices', async () => {
    await insertOwnBusiness()
    const before = await readEverything(services)
    const ids = Array.from({ length: 60 }, (_, index) => index)
    const states = ['trialing', 'active', 'past_due', 'canceled', 'incomplete']
    const runs: string[] = []
    for (const round of [0, 1, 2, 3]) {
      const told = ids.map((n) => {
        const at = (day: number) => ({ $time: new Date(Date.UTC(2026, 8, 1 + day, 7)).toISOString() })
        const details = {
          status: states[(n * 7 + round * (1 + (n % 4))) % states.length],
          amount: 900 + ((n >> 2) % 3) * round * 100,
          currency: n % 5 === 0 && round > 1 ? 'eur' : 'usd',
          interval: n % 7 === 0 && round === 2 ? 'year' : 'month',
          updatedAt: at(20 + round * 9),
          createdAt: at(n % 15),
        }
        return [
          `users/u${n}/subscriptions/s${n}`,
          { ...corpus[`users/u${n}/subscriptions/s${n}`], ...details },
        ] as const
      })
      const { runId } = await importDocuments(services, { ...corpus, ...Object.fromEntries(told) }, unpaid)
      runs.push(runId)
      services.clock.advance(3 * 86_400_000)
    }
    for (const runId of runs.toReversed()) await undo(runId)
    const after = await readEverything(services)
    expect(after['days']).toEqual(before['days'])
    expect(after['totals']).toEqual(before['totals'])
    expect(await countDifferences(services)).toEqual([])
  })

  it('§0014 erased people stay erased', async () => {
    const { runId } = await importDocuments(services, corpus, unpaid)
    await services.db.update(users).set({ erasedAt: new Date(), displayName: null }).where(eq(users.id, 'u8'))
    await services.db.execute(sql`delete from user_activity where user_id = 'u8'`)
    await undo(runId)
    const kept = await keptBy(runId)
    expect(kept['edited_here']).toEqual(['users/u8'])
    expect(kept['still_needed']).toContain('users/u8/subscriptions/s8')
    expect(kept['still_needed']).toContain('users/u8/redemptions/r8')
    await importDocuments(services, corpus, unpaid)
    expect(await services.db.select().from(users).where(eq(users.id, 'u8'))).toMatchObject([{ displayName: null }])
    const { user_activity: activity } = await readEverything(services)
    expect(activity).toHaveLength(71)
  })

  it('§0044 records of a payout and the paid merchant stay', async () => {
    const { runId } = await importDocuments(services, corpus, unpaid)
    const payout = await insertPayout(services, { merchantId: 'm4' })
    const periodStart = new Date('2024-01-05T08:30:15Z')
    await services.db.insert(payoutCharges).values({ subscriptionId: 's4', periodStart, payoutId: payout.id })
    await insertAdjustment(services, { merchantId: 'm5', subscriptionId: 's5', kind: 'refund' })
    const unbooked = { chargePeriodStart: null, bookedMinor: 0 }
    await insertRefundRow(services, { merchantId: 'm6', subscriptionId: 's6', ...unbooked })
    const link = { providerSubscriptionId: 'sub_stripe', subscriptionId: 's6', chargedUntil: periodStart }
    await services.db.insert(paymentLinks).values(link)
    await undo(runId)
    const kept = await keptBy(runId)
    const paid = ['m4', 'm5'].map((id) => `merchants/${id}`)
    expect(kept['paid_out']).toEqual([...paid, 'users/u4/subscriptions/s4', 'users/u5/subscriptions/s5'])
    expect(kept['still_needed']?.toSorted()).toEqual(
      ['merchants/m4/subscriptionPlans/p4', 'merchants/m5/subscriptionPlans/p5', 'users/u4', 'users/u5'].toSorted(),
    )
    expect(await services.db.select().from(refunds)).toEqual([])
    const unlinked = { ...link, subscriptionId: null, chargedUntil: null }
    expect(await services.db.select().from(paymentLinks)).toMatchObject([unlinked])
  })

  it('records that depend on the import stay: a location, a redemption, a team, a password', async () => {
    const { runId } = await importDocuments(services, corpus, unpaid)
    const now = services.clock.now()
    await insertUser(services, { id: 'ours' })
    await services.db
      .insert(locations)
      .values({ id: 'new', merchantId: 'm20', name: 'New', createdAt: now, updatedAt: now })
    await inTransaction(services, (tx) =>
      writeRedemptions(services, tx, [{ id: 'new', merchantId: 'm21', userId: 'u50', redeemedAt: now }]),
    )
    await services.db.execute(sql`insert into user_merchants values ('ours', 'm22', 0)`)
    await services.db.update(users).set({ passwordHash: 'scrypt$ours' }).where(eq(users.id, 'u51'))
    await undo(runId)
    const kept = await keptBy(runId)
    expect(kept).toMatchObject({ edited_here: ['users/u51'] })
    expect(kept['still_needed']).toEqual([
      ...['m20', 'm21', 'm22'].map((id) => `merchants/${id}`),
      ...['u20', 'u21', 'u22', 'u50'].map((id) => `users/${id}`),
    ])
    expect(await countDifferences(services)).toEqual([])
  })

  it('a person whose account came with an earlier import stays', async () => {
    const account = { '__auth__/u1': { localId: 'u1', email: 'ana@example.test' } }
    await importDocuments(services, account)
    const { runId } = await importDocuments(services, { 'users/u1': { ...corpus['users/u1'] } })
    await undo(runId)
    expect(await keptBy(runId)).toMatchObject({ only_changed: ['users/u1'] })
    expect(await services.db.select().from(users)).toMatchObject([{ id: 'u1' }])
  })
})

describe('concurrent runs', () => {
  it('one continues and the other stops, and each row is written once', async () => {
    const { runId, spool } = await startImport(services, corpus)
    const both = await Promise.allSettled([
      continueRun(contextAs(services), spool, runId, quiet),
      continueRun(contextAs(services), spool, runId, quiet),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { reason: 'IMPORT_TAKEN' } })
    expect(await services.db.$count(subscriptions)).toBe(72)
    expect(await countDifferences(services)).toEqual([])
  })

  it('an undo stops the process that still writes the import', async () => {
    const before = await readEverything(services)
    const { runId, spool } = await startImport(services, corpus)
    let undoing: Promise<unknown> | undefined
    const listener = {
      progress(kind: string) {
        if (kind === 'plans') undoing = undo(runId)
      },
    }
    await expect(applyRun(contextAs(services), spool, runId, listener)).rejects.toMatchObject({
      reason: 'IMPORT_TAKEN',
    })
    await undoing
    expect(await readEverything(services)).toEqual(before)
  })

  it('no other import can be undone or started during a write', async () => {
    const done = await importDocuments(services, corpus)
    await startImport(services, corpus)
    await expect(undo(done.runId)).rejects.toMatchObject({ reason: 'IMPORT_RUNNING' })
    await expect(startImport(services, corpus)).rejects.toMatchObject({ reason: 'IMPORT_RUNNING' })
  })
})
