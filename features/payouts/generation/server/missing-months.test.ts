import { beforeEach, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { decideHold, holdCharge } from '@quaff/features/subscriptions/server'
import { inTransaction } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { insertCharge, insertPayout } from '../../testing/payout-factory'
import { generatePayouts } from './generate-payouts'
import { listPeriods } from './list-periods'

const services = await createTestServices()
let admin: TestContext
let runs = 0
const start = Date.parse('2026-03-10T12:00:00Z')
const inZone = (timeZone: string) => ({ ...admin, settings: { ...admin.settings, timeZone } })
const missing = async (ctx = admin) =>
  (await listPeriods(ctx)).periods.flatMap(({ period, missing: sums }) =>
    sums.map(({ currency, amountMinor }) => [period, currency, amountMinor]),
  )
const charge = (merchantId: string, at: string, details: object = {}) =>
  insertCharge(services, { merchantId, periodStart: new Date(at), ...details })

beforeEach(async () => {
  await services.database.truncate()
  // Each test runs at a later time, so that no cached result is reused.
  services.clock.set(new Date(start + 600_000 * ++runs))
  admin = contextAs(services, await asAdmin(services))
  await insertMerchants(services, [{ id: 'mer_a' }, { id: 'mer_b' }])
})

describe('months that were never generated', () => {
  it('are listed with their charges per currency until they are generated', async () => {
    await charge('mer_a', '2026-01-10T08:00:00Z')
    await charge('mer_b', '2026-01-11T08:00:00Z')
    await charge('mer_b', '2026-01-11T08:00:00Z', { currency: 'eur', amountMinor: 900 })
    await charge('mer_a', '2026-02-10T08:00:00Z')
    // The running month has not ended.
    await charge('mer_a', '2026-03-02T08:00:00Z')
    expect(await missing()).toEqual([
      ['2026-02', 'usd', 2_900],
      ['2026-01', 'usd', 5_800],
      ['2026-01', 'eur', 900],
    ])
    await generatePayouts(admin, { period: '2026-02', merchantIds: ['mer_a', 'mer_b'] })
    await generatePayouts(admin, { period: '2026-01', merchantIds: ['mer_b'] })
    expect(await missing()).toEqual([['2026-01', 'usd', 2_900]])
    await generatePayouts(admin, { period: '2026-01', merchantIds: ['mer_a'] })
    expect(await missing()).toEqual([])
  })

  it('exclude late charges of a generated month, and those of a deleted merchant', async () => {
    await insertPayout(services, { merchantId: 'mer_a', period: '2026-01' })
    await charge('mer_a', '2026-01-10T08:00:00Z', { recordedAt: new Date('2026-02-02T08:00:00Z') })
    await charge('mer_gone', '2026-01-10T08:00:00Z')
    expect(await missing()).toEqual([])
  })

  it('are omitted while all their charges are held, and count without held ones', async () => {
    const hold = async (details: Awaited<ReturnType<typeof charge>>, reason: 'dispute' | 'overlap') => {
      const key = { ...details, reason, createdAt: services.clock.now() }
      await inTransaction(services, (tx) => holdCharge(tx, key))
      return key
    }
    const disputed = await hold(await charge('mer_a', '2026-01-10T08:00:00Z'), 'dispute')
    await hold(disputed, 'overlap')
    const withheld = await hold(await charge('mer_a', '2026-02-10T08:00:00Z'), 'overlap')
    const decision = { at: services.clock.now(), by: null, pays: false }
    await inTransaction(services, (tx) => decideHold(tx, withheld, decision))
    expect(await missing()).toEqual([])
    await charge('mer_b', '2026-01-12T08:00:00Z', { amountMinor: 700 })
    services.clock.advance(300_000)
    expect(await missing()).toEqual([['2026-01', 'usd', 700]])
  })

  it('follow the platform’s time zone', async () => {
    await charge('mer_a', '2026-02-01T02:00:00Z')
    expect(await missing()).toEqual([['2026-02', 'usd', 2_900]])
    expect(await missing(inZone('America/New_York'))).toEqual([['2026-01', 'usd', 2_900]])
    await charge('mer_b', '2026-01-31T20:00:00Z')
    expect(await missing(inZone('Asia/Kathmandu'))).toEqual([['2026-02', 'usd', 5_800]])
  })
})

describe('charges that were paid out twice', () => {
  it('are listed until they are reviewed, oldest first', async () => {
    const payout = await insertPayout(services, { merchantId: 'mer_a', period: '2026-01' })
    const hold = async (at: string, details: object = {}) => {
      const paid = await charge('mer_a', at, details)
      const key = { ...paid, reason: 'paid_overlap' as const, createdAt: services.clock.now() }
      await inTransaction(services, (tx) => holdCharge(tx, key))
      return key
    }
    const starts = async () => {
      const { paidOverlaps } = await listPeriods(admin)
      return [paidOverlaps.count, ...paidOverlaps.charges.map(({ periodStart }) => periodStart.getUTCDate())]
    }
    const taken = { payoutId: payout.id }
    for (const day of [12, 11, 13, 14, 15, 16]) await hold(`2026-01-${day}T08:00:00Z`, taken)
    const first = await hold('2026-01-10T08:00:00Z', taken)
    expect(await starts()).toEqual([7, 10, 11, 12, 13, 14])
    const [shown] = (await listPeriods(admin)).paidOverlaps.charges
    expect(shown).toMatchObject({ subscriptionId: first.subscriptionId, amount: 2_900, currency: 'usd' })
    await inTransaction(services, (tx) => decideHold(tx, first, { at: services.clock.now(), by: null, pays: true }))
    expect(await starts()).toEqual([6, 11, 12, 13, 14, 15])
  })
})
