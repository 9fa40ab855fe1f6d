import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { planPrices, subscriptionPlans } from '@quaff/features/plans/tables'
import { redemptions } from '@quaff/features/redemptions/tables'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { exitCodeOf } from '../../report-rules'
import { countDifferences, readEverything } from '../../testing/figures-factory'
import { buildSpool, type Documents, importDocuments, importFiles, startImport } from '../../testing/import-run-factory'
import { buildSourceFiles } from '../../testing/source-files-factory'
import { checkSources } from '../check/check-sources'
import { findHere } from '../check/existing-store'
import { continueRun } from '../runs/background'
import { findRun } from '../runs/run-store'
import { undoRun } from '../runs/undo-run'
import { importDocuments as documentRows, importProblems } from '../tables'
import { applyRun } from './apply-run'

let services: TestServices
beforeEach(async () => {
  services = await createTestServices()
  services.clock.set(new Date('2026-11-23T12:00:00Z'))
})

const dated = { createdAt: '2024-01-01T00:00:00Z', updatedAt: '2025-01-01T00:00:00Z' }
const period = { currentPeriodStart: '2026-11-01T00:00:00Z', currentPeriodEnd: '2026-12-01T00:00:00Z' }
const pass = { planId: 'daily', status: 'active', amount: 2_900, currency: 'USD', ...dated, ...period }
const drink = { planId: 'daily', locationId: 'main', redeemedAt: '2026-11-20T08:00:00Z' }
/** Two merchants whose plans and locations have the same ids. */
const business: Documents = {
  'users/owner': { email: 'owner@people.test', role: 'merchant_owner', merchantIds: ['m1'], ...dated },
  'users/ana': { email: 'ana@people.test', ...dated },
  ...Object.fromEntries(
    ['m1', 'm2'].flatMap((id) => [
      [`merchants/${id}`, { name: `Bar ${id}`, status: 'active', ownerId: 'owner', ...dated }],
      [`merchants/${id}/locations/main`, { name: 'Main', ...dated }],
      [`merchants/${id}/subscriptionPlans/daily`, { name: 'Daily', ...dated }],
      [`merchants/${id}/subscriptionPlans/daily/prices/monthly`, { amount: 2_900, interval: 'month' }],
      [`users/ana/subscriptions/of_${id}`, { ...pass, merchantId: id }],
      [`users/ana/redemptions/at_${id}`, { ...drink, merchantId: id }],
    ]),
  ),
  'carts/c1': { items: 3 },
}
const linesOf = (documents: Documents) =>
  Object.entries(documents)
    .map(([path, data]) => `${JSON.stringify({ path, data })}\n`)
    .join('')

type Only = NonNullable<Parameters<typeof checkSources>[3]>['only']
const check = (only: Only, documents = business) =>
  checkSources(
    buildSourceFiles({ 'all.ndjson': linesOf(documents) }),
    { problem() {}, progress() {} },
    (names) => findHere(services.db, names),
    { only: only ?? null },
  )
const only = (...kinds: NonNullable<Only>[number][]) => ({ only: kinds })
const counted = async () => ({
  users: await services.db.$count(users),
  merchants: await services.db.$count(merchants),
  plans: await services.db.$count(subscriptionPlans),
  prices: await services.db.$count(planPrices),
  subscriptions: await services.db.$count(subscriptions),
  redemptions: await services.db.$count(redemptions),
})
const nothing = { users: 0, merchants: 0, plans: 0, prices: 0, subscriptions: 0, redemptions: 0 }
const problemsOf = async (runId: string) =>
  (
    await services.db.select().from(importProblems).where(eq(importProblems.runId, runId)).orderBy(importProblems.id)
  ).map(({ path, field, fault, level }) => [path, field, fault, level].join(' '))

describe('§0044 an import of chosen kinds', () => {
  it('writes these only and reports what was left out', async () => {
    const { runId, counts } = await importDocuments(services, business, only('merchants', 'plans'))
    expect(await counted()).toEqual({ ...nothing, merchants: 2, plans: 2 })
    expect(Object.keys(counts)).toEqual(['merchants', 'plans'])
    const kept = await services.db.select().from(documentRows).orderBy(asc(documentRows.path))
    expect(kept.map(({ path }) => path)).toEqual([
      'merchants/m1',
      'merchants/m1/subscriptionPlans/daily',
      'merchants/m2',
      'merchants/m2/subscriptionPlans/daily',
    ])
    const run = await findRun(services.db, runId)
    expect(run).toMatchObject({ state: 'done', options: only('merchants', 'plans') })
    expect(run?.report?.choice).toEqual({
      only: ['merchants', 'plans'],
      leftOut: [
        ['carts', 1],
        ['merchants/locations', 2],
        ['merchants/subscriptionPlans/prices', 2],
        ['users', 2],
        ['users/redemptions', 2],
        ['users/subscriptions', 2],
      ].map(([collection, read]) => ({ collection, read })),
    })
    expect(run?.comparison).toMatchObject({ sums: 0, differences: [], lost: [] })
    const [entry] = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, runId))
    expect(entry?.after).toMatchObject(only('merchants', 'plans'))
  })

  it.each<[string, Only, string[], skipped: number, code: 0 | 2 | 3]>([
    ['plans', ['plans'], ['merchants/subscriptionPlans merchantId unknown_merchant skipped'], 2, 2],
    ['prices', ['prices'], ['merchants/subscriptionPlans/prices planId unknown_plan skipped'], 2, 2],
    [
      'passes',
      ['subscriptions'],
      ['merchantId unknown_merchant', 'planId unknown_plan', 'userId unknown_user'].map(
        (text) => `users/subscriptions ${text} skipped`,
      ),
      2,
      2,
    ],
    [
      'drinks',
      ['redemptions'],
      ['locationId unknown_location', 'merchantId unknown_merchant', 'planId unknown_plan', 'userId unknown_user'].map(
        (text) => `users/redemptions ${text} skipped`,
      ),
      2,
      2,
    ],
    ['venues, which only lose their owner', ['merchants'], ['merchants ownerId unknown_user changed'], 0, 3],
    ['people, whose venue may still come', ['users'], ['users merchantIds unknown_merchant note'], 0, 0],
  ])('reports references to missing records of left-out kinds: %s', async (_title, kinds, expected, skipped, code) => {
    const report = await check(kinds)
    const told = report.problems
      .filter(({ fault }) => fault !== 'same_id')
      .map(({ collection, field, fault, level }) => [collection, field, fault, level].join(' '))
    expect([...new Set(told)].toSorted()).toEqual(expected)
    expect(report.collections.map((one) => one.skipped)).toEqual([skipped])
    expect(exitCodeOf(report)).toBe(code)
    const before = await counted()
    const { counts, runId } = await importDocuments(services, business, { only: kinds })
    const [kind = 'users'] = kinds ?? []
    expect(counts[kind]).toMatchObject({ skipped, created: 2 - skipped })
    // Only the check reports records that may still follow.
    const written = expected.filter((text) => !text.endsWith(' note'))
    expect((await problemsOf(runId)).length).toBeGreaterThanOrEqual(written.length)
    // A left-out kind gets no placeholders.
    if (skipped > 0) expect(await counted()).toEqual(before)
  })

  it('finds existing records, but only below their own merchant', async () => {
    await importDocuments(services, business, only('users', 'merchants', 'plans', 'locations'))
    const report = await check(['subscriptions', 'redemptions', 'prices'])
    expect(report.problems.filter(({ level }) => level === 'skipped')).toEqual([])
    await importDocuments(services, business, only('subscriptions', 'redemptions', 'prices'))
    expect(await counted()).toEqual({ users: 2, merchants: 2, plans: 2, prices: 2, subscriptions: 2, redemptions: 2 })
    const plans = new Map((await services.db.select().from(subscriptionPlans)).map((one) => [one.merchantId, one.id]))
    for (const one of await services.db.select().from(subscriptions)) expect(one.planId).toBe(plans.get(one.merchantId))
    for (const one of await services.db.select().from(redemptions)) expect(one.planId).toBe(plans.get(one.merchantId))
  })

  it('does not use the plan with the same id of another merchant', async () => {
    const { ['merchants/m2/subscriptionPlans/daily']: _plan, ...some } = business
    await importDocuments(services, some, only('users', 'merchants', 'plans', 'locations'))
    const { runId, counts } = await importDocuments(services, business, only('prices', 'subscriptions'))
    expect(counts).toMatchObject({ prices: { created: 1, skipped: 1 }, subscriptions: { created: 1, skipped: 1 } })
    expect(await problemsOf(runId)).toContain('users/ana/subscriptions/of_m2  unknown_plan skipped')
    expect(await problemsOf(runId)).toContain(
      'merchants/m2/subscriptionPlans/daily/prices/monthly  unknown_plan skipped',
    )
  })

  it('skips a redemption until its subscription exists for the same person', async () => {
    const named = {
      ...business,
      'users/ben': { email: 'ben@people.test', ...dated },
      'users/ben/subscriptions/of_m1': { ...pass, merchantId: 'm1' },
      'users/ben/redemptions/ben_at_m1': { ...drink, merchantId: 'm1', subscriptionId: 'of_m1' },
    }
    const { ['users/ben/subscriptions/of_m1']: _pass, ...without } = named
    await importDocuments(services, without)
    await services.db.delete(documentRows).where(eq(documentRows.path, 'users/ben/redemptions/ben_at_m1'))
    await services.db.delete(redemptions).where(eq(redemptions.id, 'ben_at_m1'))
    const report = await check(['redemptions'], named)
    expect(report.problems).toMatchObject([
      { field: 'subscriptionId', fault: 'unknown_subscription', level: 'skipped', count: 1 },
    ])
    const early = await importDocuments(services, named, only('redemptions'))
    expect(early.counts.redemptions).toMatchObject({ same: 2, skipped: 1 })
    await importDocuments(services, named, only('subscriptions'))
    expect((await check(['redemptions'], named)).problems).toEqual([])
    const { counts } = await importDocuments(services, named, only('redemptions'))
    expect(counts.redemptions).toMatchObject({ same: 2, created: 1 })
  })

  it('needs the subscription of a redemption without a person, and the merchants in claims', async () => {
    const named = {
      'merchants/m1': business['merchants/m1'] ?? {},
      'redemptions/lost': { merchantId: 'm1', redeemedAt: drink.redeemedAt, subscriptionId: 'gone' },
      'redemptions/led': { merchantId: 'm1', redeemedAt: drink.redeemedAt, subscriptionId: 'nobodys' },
      'subscriptions/nobodys': { ...pass, planId: null, merchantId: 'm1' },
      '__auth__/owner': { localId: 'owner', customAttributes: '{"merchantIds":["m1","m9"]}' },
    }
    await importDocuments(services, named, only('merchants', 'subscriptions'))
    const drinks = await check(['redemptions'], named)
    expect(drinks.problems).toMatchObject([{ fault: 'unknown_subscription', level: 'skipped', count: 1 }])
    expect(drinks.collections).toMatchObject([{ ready: 1, skipped: 1 }])
    const { counts } = await importDocuments(services, named, only('redemptions'))
    expect(counts.redemptions).toMatchObject({ created: 1, skipped: 1 })
    const accounts = await check(['accounts'], named)
    expect(accounts.problems.filter(({ field }) => field === 'merchantIds')).toMatchObject([
      { fault: 'unknown_merchant', level: 'note', count: 1, example: '__auth__/owner' },
    ])
  })

  it('gives the same result in several runs as in one', async () => {
    const details = async () => {
      const { admin_audit_logs: _log, import_runs: _runs, ...rows } = await readEverything(services)
      return JSON.parse(JSON.stringify(rows)) as Record<string, unknown>
    }
    await importDocuments(services, business)
    const whole = await details()
    services = await createTestServices()
    services.clock.set(new Date('2026-11-23T12:00:00Z'))
    for (const kinds of [['merchants', 'plans'], ['users', 'locations'], ['prices'], ['subscriptions']] as const)
      await importDocuments(services, business, only(...kinds))
    const { counts } = await importDocuments(services, business)
    expect(counts).toMatchObject({
      // Their owner was imported later.
      merchants: { updated: 2 },
      users: { same: 2 },
      plans: { same: 2 },
      subscriptions: { same: 2 },
      redemptions: { created: 2 },
    })
    expect((await services.db.select().from(merchants)).map(({ ownerId }) => ownerId)).toEqual(['owner', 'owner'])
    const pieces = await details()
    for (const table of ['users', 'subscriptions', 'redemptions', 'subscription_totals', 'subscription_days'])
      expect(pieces[table], table).toEqual(whole[table])
    expect(await countDifferences(services)).toEqual([])
    expect((await importDocuments(services, business)).counts).toMatchObject({ merchants: { same: 2 } })
  })

  it('writes nothing the second time, also if references are still left out', async () => {
    await importDocuments(services, business, only('merchants'))
    const before = await services.db.select().from(merchants).orderBy(merchants.id)
    const { runId, counts } = await importDocuments(services, business, only('merchants'))
    expect(counts).toMatchObject({ merchants: { same: 2, updated: 0 } })
    expect(await problemsOf(runId)).toEqual([])
    expect(await services.db.select().from(merchants).orderBy(merchants.id)).toEqual(before)
  })

  it('keeps its chosen kinds after an interruption', async () => {
    const { runId, spool } = await startImport(services, business, only('merchants', 'subscriptions'))
    const killed = applyRun(contextAs(services), spool, runId, {
      progress() {
        throw new Error('killed')
      },
    })
    await expect(killed).rejects.toThrow('killed')
    const { counts } = await continueRun(contextAs(services), spool, runId, { progress() {} })
    expect(counts).toMatchObject({ merchants: { created: 2 }, subscriptions: { skipped: 2 } })
    expect(await counted()).toEqual({ ...nothing, merchants: 2 })
  })

  it('can be undone completely, and what a later import needs stays', async () => {
    const before = await readEverything(services)
    const undo = (runId: string) => undoRun(contextAs(services), buildSpool(), runId, { progress() {} })
    const { runId } = await importDocuments(services, business, only('merchants', 'plans'))
    await undo(runId)
    expect(await readEverything(services)).toEqual(before)
    const first = await importDocuments(services, business, only('merchants', 'plans'))
    await importDocuments(services, business, only('prices'))
    const { undoCounts } = await undo(first.runId)
    expect(undoCounts).toMatchObject({ merchants: { kept: 2 }, plans: { kept: 2 } })
  })

  it('keeps an owner who was imported later while the merchant stays', async () => {
    await importDocuments(services, business, only('merchants'))
    const { runId } = await importDocuments(services, business, only('users'))
    await importDocuments(services, business, only('merchants'))
    await undoRun(contextAs(services), buildSpool(), runId, { progress() {} })
    expect(await services.db.select({ id: users.id }).from(users)).toEqual([{ id: 'owner' }])
    expect((await services.db.select().from(merchants)).map(({ ownerId }) => ownerId)).toEqual(['owner', 'owner'])
  })

  it('needs no paid-until day without subscriptions, and no hash settings without accounts', async () => {
    await importDocuments(services, business, { ...only('merchants'), paidUntil: null })
    await expect(importDocuments(services, business, { ...only('subscriptions'), paidUntil: null })).rejects.toThrow(
      '--paid-until',
    )
    const account = { localId: 'ana', email: 'ana@people.test', passwordHash: 'aGFzaA==', salt: 'c2FsdA==' }
    const settings = `hash_config { algorithm: SCRYPT, base64_signer_key: ${'A'.repeat(86)}==, base64_salt_separator: Bw==, rounds: 8, mem_cost: 14, }`
    const files = { 'accounts.json': JSON.stringify({ users: [account] }), 'hash.txt': settings }
    const { report } = await importFiles(services, { ...files, 'all.ndjson': linesOf(business) }, only('users'))
    expect(report.passwords).toEqual({ kept: 0, missing: 0, unreachable: 0, canBeChecked: false })
    expect(await services.db.$count(users)).toBe(2)
  })
})
