import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { inTransaction } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { generatePayouts } from '../../generation/server/generate-payouts'
import { removeAdjustment } from '../../progress/server/adjust-payout'
import { approvePayout } from '../../progress/server/change-payout'
import { payoutAdjustments, payouts } from '../../server/tables'
import { insertCharge, insertPayout } from '../../testing/payout-factory'
import { addPayoutLine } from './add-payout-line'

const services = await createTestServices()
let admin: TestContext
const merchantId = 'mer_a'
const charge = { subscriptionId: 'sub_1', periodStart: new Date('2026-02-10T08:00:00Z') }
const refund = { merchantId, currency: 'usd', kind: 'refund', amountMinor: -2_900, reason: 'Refund', charge } as const
const add = (details: object = {}) =>
  inTransaction(services, (tx) => addPayoutLine(admin, tx, { ...refund, ...details }))
const stored = async (id: string) => {
  const [payout] = await services.db.select().from(payouts).where(eq(payouts.id, id))
  return payout
}

beforeEach(async () => {
  await services.database.truncate()
  services.clock.set('2026-03-10T12:00:00Z')
  admin = contextAs(services, await asAdmin(services))
  await insertMerchants(services, [{ id: merchantId }])
})

describe('a line that names its charge', () => {
  it('joins the newest draft of its merchant and currency, and updates its amounts and version', async () => {
    await insertPayout(services, { id: 'pay_jan', merchantId, period: '2026-01' })
    await insertPayout(services, { id: 'pay_feb', merchantId })
    await insertPayout(services, { id: 'pay_eur', merchantId, currency: 'eur' })
    const { payoutId } = await add()
    expect(payoutId).toBe('pay_feb')
    expect(await stored('pay_feb')).toMatchObject({ adjustmentsMinor: -2_900, netMinor: 0, version: 2 })
    expect(await stored('pay_jan')).toMatchObject({ adjustmentsMinor: 0, version: 1 })
  })

  it('waits when the payout is approved, and the next generation takes it', async () => {
    await insertPayout(services, { id: 'pay_feb', merchantId })
    await approvePayout(admin, { payoutId: 'pay_feb', version: 1 })
    expect((await add()).payoutId).toBeNull()
    await insertCharge(services, { merchantId, periodStart: new Date('2026-03-02T08:00:00Z') })
    services.clock.set('2026-04-02T12:00:00Z')
    const { results } = await generatePayouts(admin, { period: '2026-03', merchantIds: [merchantId] })
    expect(await stored(results[0]?.payoutIds[0] ?? '')).toMatchObject({ adjustmentsMinor: -2_900, netMinor: 0 })
    expect(await services.db.select().from(payoutAdjustments)).toMatchObject([
      { kind: 'refund', subscriptionId: 'sub_1', chargePeriodStart: charge.periodStart },
    ])
  })

  it('cannot be removed like an adjustment', async () => {
    await insertPayout(services, { id: 'pay_feb', merchantId })
    const { id: adjustmentId } = await add()
    await expect(removeAdjustment(admin, { payoutId: 'pay_feb', version: 2, adjustmentId })).rejects.toMatchObject({
      reason: 'BOOKED',
    })
  })

  it('added twice concurrently counts twice, and is refused for a deleted merchant', async () => {
    await insertPayout(services, { id: 'pay_feb', merchantId })
    await Promise.all([add(), add()])
    expect(await stored('pay_feb')).toMatchObject({ adjustmentsMinor: -5_800, version: 3 })
    await expect(add({ merchantId: 'mer_none' })).rejects.toMatchObject({ reason: 'PAYOUT' })
  })
})
