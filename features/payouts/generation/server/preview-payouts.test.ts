import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertBankAccount } from '@quaff/features/banking/testing/bank-account-factory'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { platformSettings } from '@quaff/features/settings/tables'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { amountsOf } from '../../amount-rules'
import { previewPayoutsInput, type PayoutPreview } from '../../generation-contract'
import { insertAdjustment, insertCharge, insertPayout } from '../../testing/payout-factory'
import { previewPayouts } from './preview-payouts'

const services: TestServices = await createTestServices()
let admin: TestContext
const period = '2026-02'
const preview = (more: object = {}) => previewPayouts(admin, previewPayoutsInput.parse({ period, ...more }))
const setFee = (value: number) =>
  services.db.insert(platformSettings).values({ key: 'platformFeeBasisPoints', value, updatedAt: services.clock.now() })

beforeEach(async () => {
  await services.database.truncate()
  services.clock.set('2026-03-10T12:00:00Z')
  admin = contextAs(services, await asAdmin(services))
})

async function readAllPages(more: object = {}) {
  const pages: PayoutPreview[] = []
  let next: PayoutPreview['next'] = null
  do {
    const page = await preview({ ...more, ...next })
    pages.push(page)
    next = page.next
  } while (next)
  return pages
}

describe('the sums of a preview', () => {
  beforeEach(async () => {
    await insertMerchants(services, [{ id: 'mer_a' }, { id: 'mer_b' }, { id: 'mer_c' }, { id: 'mer_d' }])
    await setFee(1_000)
    await insertBankAccount(services, { merchantId: 'mer_a' })
    await insertBankAccount(services, { merchantId: 'mer_b', accountNumberEncrypted: 'v1.k1.altered' })
    await insertBankAccount(services, { merchantId: 'mer_c', routingNumber: '\t ' })
    for (const merchantId of ['mer_a', 'mer_b', 'mer_c', 'mer_d'])
      await insertCharge(services, { merchantId, amountMinor: 1_000 })
    await insertCharge(services, { merchantId: 'mer_a', amountMinor: 500, currency: 'eur' })
    await insertAdjustment(services, { merchantId: 'mer_b', amountMinor: -1_500 })
    await insertPayout(services, { merchantId: 'mer_d' })
  })

  it('cover only new payouts, one per currency, and count what blocks their payment', async () => {
    const { totals, existing, withoutBank, belowZero, late } = await preview()
    expect(totals).toEqual([
      { currency: 'usd', count: 3, gross: 3_000, fee: 300, adjustments: -1_500, net: 1_200 },
      { currency: 'eur', count: 1, gross: 500, fee: 50, adjustments: 0, net: 450 },
    ])
    expect({ existing, withoutBank, belowZero, late }).toEqual({ existing: 1, withoutBank: 2, belowZero: 1, late: 0 })
  })

  it('cover one merchant if it is given', async () => {
    expect(await preview({ merchantId: 'mer_b' })).toMatchObject({
      totals: [{ currency: 'usd', count: 1, net: -600 }],
      rows: [{ merchantId: 'mer_b', state: 'new' }],
      existing: 0,
      withoutBank: 1,
    })
    expect(await preview({ merchantId: 'mer_d' })).toMatchObject({
      totals: [],
      rows: [{ merchantId: 'mer_d', state: 'exists' }],
      existing: 1,
      withoutBank: 0,
    })
    expect(await preview({ merchantId: 'mer_missing' })).toMatchObject({ totals: [], rows: [], existing: 0 })
  })

  it('count late charges', async () => {
    await insertPayout(services, { merchantId: 'mer_a', period: '2026-01' })
    const periodStart = new Date('2026-01-20T00:00:00Z')
    const recordedAt = new Date('2026-02-02T00:00:00Z')
    await insertCharge(services, { merchantId: 'mer_a', amountMinor: 70, periodStart, recordedAt })
    expect(await preview({ merchantId: 'mer_a' })).toMatchObject({
      late: 1,
      rows: [{}, { gross: 1_070, lateCount: 1 }],
    })
  })

  it('fail when one would not be exact', async () => {
    for (const merchantId of ['mer_a', 'mer_c'])
      await insertAdjustment(services, { merchantId, amountMinor: Number.MAX_SAFE_INTEGER - 1_000 })
    await expect(preview()).rejects.toThrow(RangeError)
  })
})

describe('the rows of a preview', () => {
  it('are paged without gaps or duplicates, new ones first, each by name', async () => {
    const ids = Array.from({ length: 130 }, (_, index) => `mer_${index}`)
    await insertMerchants(
      services,
      ids.map((id, index) => ({ id, name: index % 3 === 0 ? 'Twin' : `Name ${index % 50}` })),
    )
    for (const [index, merchantId] of ids.entries())
      if (index % 2 === 0) await insertCharge(services, { merchantId })
      else await insertPayout(services, { merchantId })
    for (const merchantId of ['mer_0', 'mer_1']) await insertCharge(services, { merchantId, currency: 'eur' })
    const pages = await readAllPages()
    const rows = pages.flatMap((page) => page.rows)
    expect(pages.map((page) => page.rows.length)).toEqual([100, 32])
    const keys = rows.map(
      (row) => `${row.state === 'new' ? 0 : 1} ${row.merchantName.toLowerCase()} ${row.merchantId} ${row.currency}`,
    )
    expect(keys).toEqual(keys.toSorted())
    expect(new Set(keys).size).toBe(132)
    expect(rows.filter(({ state }) => state === 'new')).toHaveLength(67)
    for (const page of pages) expect(page).toMatchObject({ existing: 65, totals: [{ count: 65 }, { count: 2 }] })
  })
})

it('uses the same fee as the rule, for any gross and rate', async () => {
  await insertMerchants(services, [{ id: 'mer_a' }])
  const gross = fc.oneof(fc.integer({ min: -1_000, max: 1_000 }), fc.integer({ min: 0, max: 2 ** 31 - 1 }))
  await setFee(0)
  await fc.assert(
    fc.asyncProperty(gross, fc.integer({ min: 0, max: 10_000 }), async (amountMinor, points) => {
      await services.db.update(platformSettings).set({ value: points })
      const currency = `c${services.ids.newId('x').slice(-6)}`
      await insertCharge(services, { merchantId: 'mer_a', amountMinor, currency })
      const { totals, rows } = await preview()
      const rules = amountsOf(amountMinor, points, 0)
      expect(totals.find((total) => total.currency === currency)).toEqual({ currency, count: 1, ...rules })
      expect(rows.find((row) => row.currency === currency)).toMatchObject(rules)
    }),
    { numRuns: 60 },
  )
})
