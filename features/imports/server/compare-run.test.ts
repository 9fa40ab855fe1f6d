import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { applyRun, findRun, undoRun } from '.'
import { comparisonText, causesText, subjectText } from '../figures-rules'
import type { Difference } from '../report-contract'
import { buildSpool, type Documents, importDocuments, importFiles, startImport } from '../testing/import-run-factory'
import { randomCorpus } from '../testing/random-corpus-factory'
import { linesOf } from '../testing/round-trip-factory'
import { compareRun } from './compare-run'

let services: TestServices
beforeEach(async () => {
  services = await createTestServices()
  services.clock.set(new Date('2026-11-23T12:00:00Z'))
})

const at = (text: string) => ({ $time: text })
const dated = { createdAt: at('2024-01-01T00:00:00Z'), updatedAt: at('2025-01-01T00:00:00Z') }
const period = { currentPeriodStart: at('2026-11-01T00:00:00Z'), currentPeriodEnd: at('2026-12-01T00:00:00Z') }
const pass = (fields: object) => ({ merchantId: 'm1', status: 'active', ...dated, ...period, ...fields })
const drink = (fields: object = {}) => ({ merchantId: 'm1', redeemedAt: at('2026-10-31T23:59:59Z'), ...fields })

const business: Documents = {
  'merchants/m1': { name: 'Half Moon', status: 'active', ...dated },
  'merchants/m2': { name: 'Corner', status: 'active', ...dated },
  'users/u1': { email: 'a@x.test', role: 'merchant_owner', ...dated },
  'users/u2': { email: 'b@x.test', ...dated },
  'users/u1/subscriptions/day': pass({ amount: 333, currency: 'USD', interval: 'day', intervalCount: 7 }),
  'users/u1/subscriptions/week': pass({ amount: 1_001, currency: 'chf', interval: 'week', intervalCount: 2 }),
  'users/u1/subscriptions/month': pass({ amount: 2_900, currency: 'chf', interval: 'month', intervalCount: 3 }),
  'users/u1/subscriptions/year': pass({ amount: 19_999, interval: 'year' }),
  'users/u1/subscriptions/trial': pass({ amount: 900, status: 'trialing' }),
  'users/u1/subscriptions/over': pass({ amount: 900, status: 'canceled' }),
  'users/u2/subscriptions/none': pass({ merchantId: { $ref: 'merchants/m2' } }),
  'users/u2/subscriptions/below': pass({ merchantId: 'm2', priceDetails: { amount: 500, currency: 'EUR' } }),
  'users/u1/redemptions/r1': drink(),
  'users/u1/redemptions/r2': drink({ redeemedAt: at('2026-11-01T00:00:00Z'), status: 'voided' }),
  'users/u2/redemptions/r3': drink({ merchantId: 'm2', redeemedAt: 1_700_000_000_000 }),
}

async function compared(documents: Documents) {
  const { runId } = await importDocuments(services, documents)
  return { runId, ...(await again(runId)) }
}

async function again(runId: string) {
  const run = await findRun(services.db, runId)
  const comparison = run && (await compareRun(services, run))
  if (!comparison) throw new Error('Nothing was compared')
  return { comparison, differences: comparison.differences.map(lineOf), stored: run.comparison }
}

const plain = (value: number, currency: string) => `${value} ${currency}`
const lineOf = (one: Difference) =>
  [one.figure, subjectText(one), one.documents, one.rows, one.counted, causesText(one, plain), one.isExplained].join(
    ' · ',
  )

describe('§0044 the sums of an import', () => {
  it('agree to the cent over all intervals, currencies, states and missing prices', async () => {
    const { comparison, stored } = await compared(business)
    expect(comparison).toMatchObject({ differences: [], more: 0, lost: [] })
    expect(comparisonText(comparison)).toBe('All 14 totals match')
    expect(stored).toEqual(comparison)
  })

  it('agree for documents with any values and ids', async () => {
    const corpus = Array.from({ length: 40 }, (_, seed) => randomCorpus(seed + 1)).flat()
    const { runId } = await importFiles(services, { 'all.ndjson': linesOf(corpus) }, { grantsAdmins: true })
    const { comparison } = await again(runId)
    expect(comparison.sums).toBeGreaterThan(100)
    expect(comparison).toMatchObject({ differences: [], lost: [] })
  })

  it('reveal a row that was changed by hand, explained as edited here', async () => {
    const { runId } = await compared(business)
    await services.db.execute(sql`update subscriptions set monthly_minor = monthly_minor + 1 where id = 'year'`)
    expect((await again(runId)).differences).toEqual([
      'monthly · Half Moon (m1), USD · 3094 · 3095 · 3094 · 1 edited here since, the counter differs from its rows · false',
    ])
  })

  it('reveal a counter that differs from its rows, without an explanation', async () => {
    const { runId } = await compared(business)
    await services.db.execute(sql`update redemption_totals set count = 7 where merchant_id = 'm2'`)
    const { differences, comparison } = await again(runId)
    expect(differences).toEqual(['redemptions · Corner (m2) · 1 · 1 · 7 · the counter differs from its rows · false'])
    expect(comparisonText(comparison)).toBe('1 of 14 totals differ, 1 unexplained')
  })

  it('reveal a lost redemption, without an explanation', async () => {
    const { runId } = await compared(business)
    await services.db.execute(sql`delete from redemptions where merchant_id = 'm2'`)
    expect((await again(runId)).differences).toEqual([
      'redemptions · Corner (m2) · 1 · 0 · 1 · the counter differs from its rows · false',
      'month · 2023-11 · 1 · 0 ·  · unexplained · false',
    ])
  })

  it('reveal a loss next to an edit: one edit explains one row', async () => {
    const drinks = Object.fromEntries([4, 5, 6, 7].map((n) => [`users/u1/redemptions/r${n}`, drink()]))
    const people = Object.fromEntries([3, 4, 5].map((n) => [`users/u${n}`, { email: `u${n}@x.test`, ...dated }]))
    const { runId } = await compared({ ...business, ...drinks, ...people })
    await services.db.execute(sql`update redemptions set status = 'voided', voided_at = now() where id = 'r4'`)
    await services.db.execute(sql`update users set role = 'merchant_viewer', version = version + 1 where id = 'u2'`)
    const isExplained = async (figure: string) =>
      (await again(runId)).comparison.differences.filter((one) => one.figure === figure).map((one) => one.isExplained)
    expect(await isExplained('month')).toEqual([true])
    expect(await isExplained('people')).toEqual([true, true])
    await services.db.execute(sql`delete from redemptions where id in ('r5', 'r6')`)
    await services.db.execute(sql`delete from users where id in ('u3', 'u4')`)
    expect(await isExplained('month')).toEqual([false])
    expect(await isExplained('people')).toEqual([false, true])
  })

  it('are the same after any number of crashes', async () => {
    const documents = { ...business, 'users/u2/subscriptions/half': pass({ amount: 29.99, currency: 'chf' }) }
    const { stored } = await compared(documents)
    await services.database.truncate()
    const { runId, spool } = await startImport(services, documents)
    const dying = () => {
      throw new Error('killed')
    }
    let deaths = 0
    for (let isDone = false; !isDone;)
      isDone = await applyRun(contextAs(services), spool, runId, { progress: dying }).then(
        () => true,
        () => ((deaths += 1), false),
      )
    expect(deaths).toBeGreaterThan(3)
    expect((await again(runId)).stored).toEqual(stored)
  })

  it('§0044 are removed when the import is undone', async () => {
    const { runId, stored } = await compared(business)
    expect(stored).not.toBeNull()
    await undoRun(contextAs(services), buildSpool(), runId, { progress() {} })
    expect(await findRun(services.db, runId)).toMatchObject({ state: 'undone', comparison: null })
  })

  it('explain skipped documents, also in a second run', async () => {
    const documents = { ...business, 'users/u2/subscriptions/half': pass({ amount: 29.99, currency: 'chf' }) }
    const expected = ['active · Half Moon (m1), CHF · 3 · 2 · 2 · 1 skipped · true']
    expect((await compared(documents)).differences).toEqual(expected)
    expect((await compared(documents)).differences).toEqual(expected)
  })

  it('explain records that were created here or came with an earlier import', async () => {
    await importDocuments(services, business)
    const { 'users/u1/redemptions/r1': _gone, ...rest } = business
    const { runId, differences } = await compared({ ...rest, 'users/u1/redemptions/r4': drink() })
    expect(differences).toEqual([
      'redemptions · Half Moon (m1) · 1 · 2 · 2 · 1 from an earlier import · true',
      'month · 2026-10 · 1 · 2 ·  · 1 from an earlier import · true',
    ])
    await services.db.execute(sql`delete from import_documents where path = 'users/u1/redemptions/r1'`)
    expect((await again(runId)).differences[0]).toBe('redemptions · Half Moon (m1) · 1 · 2 · 2 · 1 created here · true')
  })

  it('explain people who did not become administrators', async () => {
    const { comparison } = await compared({
      ...business,
      'users/u3': { email: 'c@x.test', role: 'quaff_admin', ...dated },
      'admins/u2': { role: 'quaff_admin' },
    })
    const people = comparison.differences.filter(({ figure }) => figure === 'people')
    expect(people.map(({ of, documents, rows }) => [of, documents, rows])).toEqual([
      ['quaff_admin', 2, 0],
      ['customer', 0, 2],
    ])
    expect(people.every(({ isExplained }) => isExplained)).toBe(true)
  })
})
