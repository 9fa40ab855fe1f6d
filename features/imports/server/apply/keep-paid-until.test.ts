import { eq, sql } from 'drizzle-orm'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { findMigrations } from '@quaff/database/migrate'
import { payoutCharges, payouts } from '@quaff/features/payouts/tables'
import { buildPayout } from '@quaff/features/payouts/testing/payout-factory'
import { writeSubscriptionStates } from '@quaff/features/subscriptions/server'
import { subscriptionCharges, subscriptions } from '@quaff/features/subscriptions/tables'
import { inTransaction } from '@quaff/platform/server'
import { JobRunner } from '@quaff/platform/server/job-runner'
import { jobs } from '@quaff/platform/server/tables'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { buildSpool, importDocuments } from '../../testing/import-run-factory'
import { undoRun } from '../runs/undo-run'
import { importProblems } from '../tables'
import { keepPaidUntilHandler, keepPaidUntilKind } from './keep-paid-until'

let services: TestServices
const migration = join(findMigrations(), '20261126042140_passes_of_before', 'migration.sql')
const cutOver = '2026-12-01T00:00:00.000Z'
const dated = { createdAt: '2024-01-01T00:00:00Z', updatedAt: '2026-11-01T00:00:00Z' }
const period = { currentPeriodStart: '2026-11-10T00:00:00Z', currentPeriodEnd: '2026-12-10T00:00:00Z' }
const pass = { merchantId: 'm1', planId: null, status: 'active', amount: 2_900, ...dated, ...period }
const business = {
  'merchants/m1': { name: 'Bar', status: 'active', ...dated },
  'users/ana': { email: 'ana@people.test', ...dated },
  'users/ana/subscriptions/s1': pass,
  'users/ana/subscriptions/s 2': pass,
}
const inOrder = (one: string, other: string) => (one < other ? -1 : 1)
const instants = async () =>
  (await services.db.select().from(subscriptions)).map((one) => one.paidUntil?.toISOString() ?? 'none').sort(inOrder)
/** Repeats the provider's event an hour after the import, within the period that was paid out. */
const tellAgain = async () => {
  for (const row of await services.db.select().from(subscriptions))
    await inTransaction(services, (tx) =>
      writeSubscriptionStates(services, tx, [{ ...row, status: 'active', updatedAt: services.clock.now() }]),
    )
  return services.db.$count(subscriptionCharges)
}

beforeEach(async () => {
  services = await createTestServices()
  services.clock.set(new Date('2026-11-23T12:00:00Z'))
})

describe('§0044 subscriptions imported before they stored the instant', () => {
  const runJob = async () => {
    // Enqueues the job as the migration does.
    const [, requested = ''] = (await readFile(migration, 'utf8')).split('--> statement-breakpoint')
    await services.db.execute(sql.raw(requested))
    await services.db.update(jobs).set({ runAt: services.clock.now() })
    await new JobRunner(services, { handlers: { [keepPaidUntilKind]: keepPaidUntilHandler } }).runDue()
  }

  it('get it from their run, and no later event charges what the old system has paid', async () => {
    await importDocuments(services, business, { paidUntil: cutOver })
    await services.db.update(subscriptions).set({ paidUntil: null })
    await runJob()
    expect(await instants()).toEqual([cutOver, cutOver])
    expect(await services.db.$count(jobs)).toBe(0)
    expect(await tellAgain()).toBe(0)
  })

  it('get the later instant of the first and the last run', async () => {
    await importDocuments(services, business, { paidUntil: '2026-11-20T00:00:00.000Z' })
    const later = { ...business, 'users/ana/subscriptions/s1': { ...pass, amount: 3_900 } }
    await importDocuments(services, later, { paidUntil: cutOver })
    await services.db.update(subscriptions).set({ paidUntil: null })
    await runJob()
    expect(await instants()).toEqual(['2026-11-20T00:00:00.000Z', cutOver])
  })

  it('keep a later instant, and subscriptions that were not imported stay without one', async () => {
    await importDocuments(services, business, { paidUntil: '2026-11-20T00:00:00.000Z' })
    await services.db.update(subscriptions).set({ paidUntil: new Date(cutOver) })
    const [row] = await services.db.select().from(subscriptions)
    if (row) await services.db.insert(subscriptions).values({ ...row, id: 'own', paidUntil: null })
    await runJob()
    expect(await instants()).toEqual([cutOver, cutOver, 'none'])
  })
})

describe('§0044 an import with a later instant', () => {
  it('updates subscriptions with unchanged documents and writes nothing else', async () => {
    await importDocuments(services, business, { paidUntil: '2026-11-05T00:00:00.000Z' })
    await services.db.delete(subscriptionCharges)
    const before = await services.db.select().from(subscriptions).orderBy(subscriptions.id)
    const { counts } = await importDocuments(services, business, { paidUntil: cutOver })
    expect(counts.subscriptions).toMatchObject({ same: 2, updated: 0 })
    expect(await services.db.select().from(subscriptions).orderBy(subscriptions.id)).toEqual(
      before.map((row) => ({ ...row, paidUntil: new Date(cutOver) })),
    )
    expect(await tellAgain()).toBe(0)
  })

  it('is not an edit: undoing removes these subscriptions, and edited ones stay', async () => {
    const { runId } = await importDocuments(services, business, { paidUntil: '2026-11-05T00:00:00.000Z' })
    await services.db.update(subscriptions).set({ amountMinor: 1 }).where(eq(subscriptions.id, 's1'))
    await importDocuments(services, business, { paidUntil: cutOver })
    const { undoCounts } = await undoRun(contextAs(services), buildSpool(), runId, { progress() {} })
    expect(undoCounts.subscriptions).toEqual({ removed: 1, gone: 0, kept: 1 })
    expect((await services.db.select().from(subscriptions)).map(({ id }) => id)).toEqual(['s1'])
  })
})

describe('§0044 charges for periods that the old system has paid', () => {
  const told = async () =>
    (await services.db.select().from(importProblems).orderBy(importProblems.path)).map(
      ({ runId, path, field, level, fault, shown }) => [runId, path, field, level, fault, shown].join(' | '),
    )
  const runJob = async () => {
    await services.db.execute(
      sql.raw(await readFile(join(findMigrations(), '20261126071757_charged_twice', 'migration.sql'), 'utf8')),
    )
    await services.db.update(jobs).set({ runAt: services.clock.now() })
    await new JobRunner(services, { handlers: { [keepPaidUntilKind]: keepPaidUntilHandler } }).runDue()
  }
  const both = ['users/ana/subscriptions/s 2', 'users/ana/subscriptions/s1']

  it('are reported once with their run and their payout', async () => {
    const { runId } = await importDocuments(services, business, { paidUntil: cutOver })
    await services.db.update(subscriptions).set({ paidUntil: null })
    expect(await tellAgain()).toBe(2)
    await services.db.insert(payouts).values(buildPayout(services, { id: 'pay_1', merchantId: 'm1' }))
    const periodStart = new Date(period.currentPeriodStart)
    await services.db.insert(payoutCharges).values({ subscriptionId: 's1', periodStart, payoutId: 'pay_1' })
    await runJob()
    const where = ['not in a payout yet', 'in payout pay_1']
    const expected = both.map(
      (path, index) =>
        `${runId} | ${path} | Period from 2026-11-10 | note | charged_twice | USD 29.00, ${where[index]}`,
    )
    expect(await told()).toEqual(expected)
    await runJob()
    expect(await told()).toEqual(expected)
    expect(await services.db.$count(subscriptionCharges)).toBe(2)
  })

  it('are reported with the later run that set the instant', async () => {
    await importDocuments(services, business, { paidUntil: '2026-11-05T00:00:00.000Z' })
    expect(await services.db.$count(subscriptionCharges)).toBe(2)
    const changed = { ...business, 'users/ana/subscriptions/s1': { ...pass, amount: 3_900 } }
    const { runId } = await importDocuments(services, changed, { paidUntil: cutOver })
    expect(
      (await told()).filter((line) => line.includes('charged_twice')).map((line) => line.split(' | ').slice(0, 2)),
    ).toEqual(both.map((path) => [runId, path]))
  })

  it('are not reported if each period began afterwards', async () => {
    await importDocuments(services, business, { paidUntil: '2026-11-10T00:00:00.000Z' })
    expect(await services.db.$count(subscriptionCharges)).toBe(2)
    await runJob()
    expect((await told()).filter((line) => line.includes('charged_twice'))).toEqual([])
  })
})
