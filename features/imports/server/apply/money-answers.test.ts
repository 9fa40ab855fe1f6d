import { describe, expect, it } from 'vitest'
import { planPrices } from '@quaff/features/plans/tables'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { exportFiles, importDocuments, importFiles } from '../../testing/import-run-factory'
import { documentsInFiles } from '../../testing/round-trip-factory'
import { findRun } from '../runs/run-store'

const dated = { createdAt: '2024-01-01T00:00:00Z', updatedAt: '2024-01-01T00:00:00Z' }
const period = { currentPeriodStart: '2026-01-01T00:00:00Z', currentPeriodEnd: '2026-02-01T00:00:00Z' }
const pass = { merchantId: 'm1', planId: 'p1', status: 'active', interval: 'month', ...period, ...dated }
const business = {
  'merchants/m1': { name: 'Bar', ...dated },
  'merchants/m1/subscriptionPlans/p1': { name: 'Daily', ...dated },
  'merchants/m1/subscriptionPlans/p1/prices/c1': { amount: 29.9 },
  'users/u1': { email: 'ana@people.test', ...dated },
  'users/u1/subscriptions/s1': { ...pass, amount: 29.9 },
  'users/u1/subscriptions/s2': { ...pass, amount: 500, currency: 'JPY' },
  'users/u1/subscriptions/s3': { ...pass, priceDetails: { amount: 9.95, currency: 'eur' } },
  'users/u1/subscriptions/s4': { ...pass, amount: 9.999 },
  'users/u1/subscriptions/s5': pass,
}
const answers = { amounts: 'units', currency: 'chf' } as const
const moneyOf = async ({ db }: TestServices) => ({
  prices: (await db.select().from(planPrices)).map(({ amountMinor, currency }) => [amountMinor, currency]),
  passes: (await db.select().from(subscriptions).orderBy(subscriptions.id)).map(
    ({ id, monthlyMinor, billingCurrency }) => [id, monthlyMinor, billingCurrency],
  ),
})

describe('§7 amounts without unit and currency', () => {
  it('are imported by the answers, reported, and agree with the second reader', async () => {
    const services = await createTestServices()
    const { runId, counts } = await importDocuments(services, business, answers)
    expect(counts.subscriptions).toMatchObject({ created: 4, skipped: 1 })
    expect(await moneyOf(services)).toEqual({
      prices: [[2_990, 'chf']],
      passes: [
        ['s1', 2_990, 'chf'],
        ['s2', 500, 'jpy'],
        ['s3', 995, 'eur'],
        ['s5', 0, 'chf'],
      ],
    })
    const run = await findRun(services.db, runId)
    expect(run?.report?.money).toEqual({ ...answers, read: 5, converted: 5, withoutCurrency: 3 })
    expect(run?.comparison?.differences.filter(({ isExplained }) => !isExplained)).toEqual([])
    const monthly = run?.report?.figures?.filter(({ figure }) => figure === 'monthly')
    expect(monthly?.map(({ currency, value }) => [currency, value]).sort()).toEqual([
      ['chf', 2_990],
      ['eur', 995],
      ['jpy', 500],
    ])
  })

  it('write nothing with the same answers, and are refused without them', async () => {
    const services = await createTestServices()
    await importDocuments(services, business, answers)
    const { counts } = await importDocuments(services, business, answers)
    expect([counts.prices, counts.subscriptions]).toMatchObject([{ same: 1 }, { same: 4, skipped: 1 }])
    const before = await moneyOf(services)
    for (const [said, lacking] of [
      [{}, '--amounts units --currency chf'],
      [{ amounts: 'units' }, '--currency chf'],
      [{ currency: 'chf' }, '--amounts units'],
    ] as const)
      await expect(importDocuments(services, business, said)).rejects.toMatchObject({
        reason: 'MONEY_ANSWERS',
        message: expect.stringContaining(`used ${lacking}.`),
      })
    expect(await moneyOf(services)).toEqual(before)
    const people = await importDocuments(services, { 'users/u2': { email: 'ben@people.test', ...dated } })
    expect(people.counts.users).toMatchObject({ created: 1 })
  })

  it('are exported in minor units with a currency, so that no answers are needed elsewhere', async () => {
    const services = await createTestServices()
    await importDocuments(services, business, answers)
    const files = await exportFiles(services)
    const price = documentsInFiles(files).get('merchants/m1/subscriptionPlans/p1/prices/c1') ?? ''
    expect(JSON.parse(price).data).toEqual({ amount: 2_990, currency: 'chf' })
    const own = await importFiles(services, files, { amounts: 'cents', currency: 'chf' })
    expect([own.counts.prices, own.counts.subscriptions]).toMatchObject([{ same: 1 }, { same: 4 }])
    const elsewhere = await createTestServices()
    await importFiles(elsewhere, files)
    expect(await moneyOf(elsewhere)).toEqual(await moneyOf(services))
  })

  it('are US cents by default, and unclear amounts are reported', async () => {
    const services = await createTestServices()
    const { runId } = await importDocuments(services, {
      ...business,
      'users/u1/subscriptions/s6': { ...pass, amount: 900 },
    })
    expect((await moneyOf(services)).passes).toContainEqual(['s6', 900, 'usd'])
    const run = await findRun(services.db, runId)
    expect(run?.report?.money).toEqual({ amounts: null, currency: null, read: 6, converted: 0, withoutCurrency: 4 })
    expect(run?.report?.problems).toContainEqual(expect.objectContaining({ field: 'amount', fault: 'fraction' }))
  })
})
