import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { merchantScope, type MerchantScope } from '@quaff/features/sessions/server'
import { inTransaction } from '@quaff/platform/server/transaction'
import { asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertPayout } from '../testing/payout-factory'
import { lockMerchantOfPayouts, lockPayout, updatePayout } from './payouts-store'

let services: TestServices
let scope: MerchantScope
beforeAll(async () => {
  services = await createTestServices()
  await insertMerchants(services, [{ id: 'mer_own' }, { id: 'mer_foreign' }])
  await insertPayout(services, { id: 'pay_own', merchantId: 'mer_own' })
  await insertPayout(services, { id: 'pay_foreign', merchantId: 'mer_foreign' })
  scope = merchantScope(await asOwner(services, ['mer_own']))
})

/** The second lock, whatever the verb in front of it has asked. */
describe('the scope of a change of payouts', () => {
  it('locks own payouts and does not find foreign ones', async () => {
    const own = await inTransaction(services, (tx) => lockPayout(tx, scope, 'pay_own'))
    expect(own).toMatchObject({ payout: { id: 'pay_own' }, merchantName: 'Merchant mer_own' })
    const foreign = inTransaction(services, (tx) => lockPayout(tx, scope, 'pay_foreign'))
    await expect(foreign).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'PAYOUT' })
  })

  it('generates for own merchants alone', async () => {
    const lock = (id: string) => inTransaction(services, (tx) => lockMerchantOfPayouts(tx, scope, id))
    expect(await lock('mer_own')).toMatchObject({ id: 'mer_own' })
    expect(await lock('mer_foreign')).toBeUndefined()
  })

  it('changes nothing that has gone meanwhile', async () => {
    const change = inTransaction(services, (tx) => updatePayout(tx, 'pay_gone', { status: 'approved' }))
    await expect(change).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
