import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { redemptions } from '@quaff/features/redemptions/tables'
import { subscriptions, subscriptionTotals } from '@quaff/features/subscriptions/tables'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import type { Comparison } from '../../figures/contract'
import { type Documents, importDocuments, importFiles, startImport } from '../../testing/import-run-factory'
import { randomCorpus } from '../../testing/random-corpus-factory'
import { linesOf } from '../../testing/round-trip-factory'
import { applyRun } from '../applying/apply-run'
import { findRun } from '../runs/run-store'
import { undoRun } from '../undoing/undo-run'

let services: TestServices
beforeEach(async () => {
  services = await createTestServices()
  services.clock.set(new Date('2026-11-23T12:00:00Z'))
})

const time = (text: string) => ({ $time: text })
const created = { createdAt: time('2024-01-01T00:00:00Z'), updatedAt: time('2025-01-01T00:00:00Z') }
const period = { currentPeriodStart: time('2026-11-01T00:00:00Z'), currentPeriodEnd: time('2026-12-01T00:00:00Z') }
const pass = { merchantId: 'm1', status: 'active', ...created, ...period }
const drink = { merchantId: 'm1', redeemedAt: time('2026-11-20T08:00:00Z') }

const prices = ['day', 'week', 'month', 'year'].flatMap((interval) =>
  [1, 2, 3, 7].flatMap((intervalCount) =>
    ['usd', 'CHF', 'eur'].map((currency, index) => ({ interval, intervalCount, currency, amount: 2_999 + index })),
  ),
)
const business: Documents = {
  '__auth__/u2': { localId: 'u2', email: 'u2@x.test', passwordHash: 'aGFzaA==', salt: 'c2FsdA==' },
  'users/u1': { email: 'u1@x.test', ...created },
  'users/u2': { email: 'u2@x.test', role: 'merchant_owner', merchantIds: ['m1'], ...created },
  'merchants/m1': { name: 'Half Moon', status: 'active', ...created },
  'merchants/ä ö': { name: 'Odd id', status: 'active', ...created },
  ...Object.fromEntries(prices.map((price, n) => [`users/u1/subscriptions/s${n}`, { ...pass, ...price }])),
  'users/u1/subscriptions/below': { ...pass, priceDetails: { amount: 3_100, currency: 'eur', interval: 'week' } },
  'users/u1/subscriptions/none': pass,
  'users/u1/subscriptions/trial': { ...pass, status: 'trialing', amount: 900 },
  'users/u1/subscriptions/over': { ...pass, status: 'canceled', amount: 900 },
  'users/u1/subscriptions/odd': { ...pass, merchantId: 'ä ö', amount: 500 },
  'users/u1/redemptions/r1': drink,
  'users/u1/redemptions/r2': { ...drink, redeemedAt: '2026-10-31T23:30:00Z' },
  'users/u1/redemptions/r3': { ...drink, status: 'voided' },
}

async function comparisonOf(runId: string): Promise<Comparison> {
  const run = await findRun(services.db, runId)
  if (!run?.figures?.comparison) throw new Error('Nothing was compared')
  return run.figures.comparison
}

async function imported(documents: Documents, options = {}): Promise<Comparison> {
  const { runId } = await importDocuments(services, documents, options)
  return comparisonOf(runId)
}

/** Something happens between the last batch and the comparison. */
async function importedAfter(documents: Documents, change: () => Promise<unknown>): Promise<Comparison> {
  const { runId, spool } = await startImport(services, documents)
  const late = {
    ...spool,
    async *lines(name: string) {
      if (name === 'others') await change()
      yield* spool.lines(name)
    },
  }
  await applyRun(contextAs(services), late, runId, { progress() {} })
  return comparisonOf(runId)
}

describe('the sums of an import', () => {
  it('§9 §0044 agree to the cent, for all intervals, currencies and states', async () => {
    const { differences, lost, more, sums } = await imported(business)
    expect({ lost, more }).toEqual({ lost: [], more: 0 })
    // Without the settings nobody's password comes along, which is said.
    expect(differences).toMatchObject([
      { figure: 'passwords', of: 'merchant_owner', documents: 1, rows: 0, isExplained: true },
    ])
    expect(differences[0]?.causes).toEqual([{ cause: 'no_hash_settings', value: 1 }])
    expect(sums).toBeGreaterThan(10)
  })

  it('§0044 agree again when nothing has changed, and after each interruption', async () => {
    const { ['__auth__/u2']: _account, ...documents } = business
    const first = await imported(documents)
    expect(first).toMatchObject({ differences: [], lost: [] })
    expect(await imported(documents)).toEqual(first)
    await services.database.truncate()
    const { runId, spool } = await startImport(services, documents)
    const kept = { ...spool, remove: async () => {} }
    const dying = () => {
      throw new Error('killed')
    }
    for (let isDone = false; !isDone;)
      isDone = await applyRun(contextAs(services), kept, runId, { progress: dying }).then(
        () => true,
        () => false,
      )
    expect(await comparisonOf(runId)).toEqual(first)
  })

  it('§0044 explain whatever a business of any shape leaves behind', async () => {
    for (const seeds of [
      [1, 2, 3],
      [4, 5, 6, 7, 8],
      [90, 91, 92, 93],
    ]) {
      await services.database.truncate()
      const content = { 'all.ndjson': linesOf(seeds.flatMap(randomCorpus)) }
      for (let round = 0; round < 2; round += 1) {
        const { runId } = await importFiles(services, content, { grantsAdmins: true })
        const { differences, lost } = await comparisonOf(runId)
        expect(differences.filter(({ isExplained }) => !isExplained)).toEqual([])
        expect(lost).toEqual([])
      }
    }
  })

  it('§0044 name a row that is not what its document says, and one that is gone', async () => {
    const { differences } = await importedAfter(business, async () => {
      await services.db.update(subscriptions).set({ monthlyMinor: 1 }).where(eq(subscriptions.id, 's0'))
      await services.db.delete(redemptions).where(eq(redemptions.id, 'r1'))
    })
    const found = differences.filter(({ isExplained }) => !isExplained)
    const monthly = found.find(({ figure }) => figure === 'monthly')
    expect(monthly).toMatchObject({ of: 'm1', name: 'Half Moon', currency: 'usd', causes: [] })
    expect((monthly?.documents ?? 0) - (monthly?.rows ?? 0)).toBe(2_999 * 30 - 1)
    expect(found).toContainEqual(expect.objectContaining({ figure: 'month', of: '2026-11', documents: 1, rows: 0 }))
    expect(found).toContainEqual(
      expect.objectContaining({
        figure: 'redemptions',
        of: 'm1',
        documents: 2,
        rows: 1,
        counter: { counted: 2, rows: 1 },
      }),
    )
  })

  it('§0044 name a counter that is not what its rows say', async () => {
    const { differences } = await importedAfter(business, () =>
      services.db
        .update(subscriptionTotals)
        .set({ count: sql`count + 1` })
        .where(eq(subscriptionTotals.currency, 'chf')),
    )
    expect(differences[0]).toMatchObject({
      figure: 'active',
      currency: 'chf',
      documents: 16,
      rows: 16,
      counter: { counted: 17, rows: 16 },
      isExplained: false,
    })
  })

  it('§0044 explain what stays aside, what was edited here and what is not granted', async () => {
    const admin = { 'users/a1': { email: 'a1@x.test', role: 'quaff_admin', ...created } }
    const odd = { 'users/u1/subscriptions/half': { ...pass, amount: 29.99, currency: 'nok', interval: 'month' } }
    const { ['__auth__/u2']: _account, ...others } = business
    const documents: Documents = { ...others, ...admin, ...odd }
    const first = await imported(documents)
    expect(first.differences.every(({ isExplained }) => isExplained)).toBe(true)
    const causesOf = ({ differences }: Comparison) =>
      differences.flatMap(({ figure, of, currency, causes }) =>
        causes.map(({ cause, value }) => [figure, of, currency, cause, value].filter(Boolean).join(' ')),
      )
    expect(causesOf(first).toSorted()).toEqual([
      'active m1 nok aside 1',
      'people customer not_granted -1',
      'people quaff_admin not_granted 1',
    ])
    services.clock.advance(3_600_000)
    await services.db
      .update(subscriptions)
      .set({ status: 'past_due', updatedAt: services.clock.now() })
      .where(eq(subscriptions.id, 'odd'))
    await services.db
      .update(users)
      .set({ role: 'merchant_viewer', version: sql`version + 1` })
      .where(eq(users.id, 'u2'))
    const changed = { ...documents, 'users/u2': { ...documents['users/u2'], displayName: 'Changed there' } }
    const second = causesOf(await imported(changed))
    expect(second).toContain('people merchant_owner edited 1')
    expect(second).toContain('people merchant_viewer edited -1')
    expect(second.filter((line) => line.startsWith('monthly') && line.endsWith('edited 500'))).toHaveLength(1)
  })

  it('§0046 are gone when the import is taken back', async () => {
    const { runId, spool } = await startImport(services, business)
    await applyRun(contextAs(services), spool, runId, { progress() {} })
    await undoRun(contextAs(services), spool, runId, { progress() {} })
    expect((await findRun(services.db, runId))?.figures).toBeNull()
  })
})
