import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { merchantScope, scopeToMerchant, type MerchantScope } from '@quaff/features/sessions/server'
import { holdCharge } from '@quaff/features/subscriptions/server'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { lockApproved } from '../bank-file/server/bank-file-store'
import { periodAt } from '../period-rules'
import { insertAdjustment, insertCharge, insertPayout } from '../testing/payout-factory'
import { lockMerchantOfPayouts, lockPayout, updatePayout } from './payouts-store'
import { listWaiting, sumForSummary } from './running-month-store'

let services: TestServices
let scope: MerchantScope
let owner: UserActor
beforeAll(async () => {
  services = await createTestServices()
  await insertMerchants(services, [{ id: 'mer_own' }, { id: 'mer_foreign' }])
  await insertPayout(services, { id: 'pay_own', merchantId: 'mer_own' })
  await insertPayout(services, { id: 'pay_foreign', merchantId: 'mer_foreign' })
  owner = await asOwner(services, ['mer_own'])
  scope = merchantScope(owner)
})

/** The stores check the scope again, independent of the action before them. */
describe('the scope of a change of payouts', () => {
  it('locks own payouts and does not find foreign ones', async () => {
    const own = await inTransaction(services, (tx) => lockPayout(tx, scope, 'pay_own'))
    expect(own).toMatchObject({ payout: { id: 'pay_own' }, merchantName: 'Merchant mer_own' })
    const foreign = inTransaction(services, (tx) => lockPayout(tx, scope, 'pay_foreign'))
    await expect(foreign).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'PAYOUT' })
  })

  it('generates only for own merchants', async () => {
    const lock = async (id: string) =>
      inTransaction(services, (tx) => lockMerchantOfPayouts(tx, scopeToMerchant(owner, id)))
    expect(await lock('mer_own')).toMatchObject({ id: 'mer_own' })
    await expect(lock('mer_foreign')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('fails if the row was deleted before the update', async () => {
    const change = inTransaction(services, async (tx) => {
      const { payout } = await lockPayout(tx, scope, 'pay_own')
      return updatePayout(tx, { ...payout, id: 'pay_gone' }, { status: 'approved' })
    })
    await expect(change).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

/** Covers scopes with several merchants, although callers pass one today. */
describe('the scope of what is read', () => {
  const readScope = () => ({ merchants: scope, withDrafts: false })

  it('names only own payouts in a bank file', async () => {
    for (const merchantId of ['mer_own', 'mer_foreign'])
      await insertPayout(services, { merchantId, period: '2025-11', status: 'approved' })
    const approved = await inTransaction(services, (tx) =>
      lockApproved(tx, scope, { period: '2025-11', currency: 'usd' }),
    )
    expect(approved.map(({ merchantId }) => merchantId)).toEqual(['mer_own'])
  })

  it('sums own charges, late and held ones and waiting adjustments, but no foreign ones', async () => {
    const running = periodAt('UTC', services.clock.now())
    for (const merchantId of ['mer_own', 'mer_foreign']) {
      await insertCharge(services, { merchantId, periodStart: running.start })
      await insertCharge(services, { merchantId, recordedAt: running.start })
      await insertAdjustment(services, { merchantId })
      const held = await insertCharge(services, { merchantId, periodStart: running.start })
      const hold = { ...held, reason: 'dispute', createdAt: running.start } as const
      await inTransaction(services, (tx) => holdCharge(tx, hold))
    }
    const sums = Object.values(await sumForSummary(services.db, readScope(), running))
    expect(sums.map((rows) => rows.map(({ merchantId, count }) => [merchantId, count]))).toEqual(
      Array(3).fill([['mer_own', 1]]),
    )
    expect(await listWaiting(services.db, readScope())).toHaveLength(1)
  })
})
