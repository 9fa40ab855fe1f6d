import { beforeAll, describe, expect, it } from 'vitest'
import { merchantScope, type MerchantScope } from '@quaff/features/sessions/server'
import { inTransaction } from '@quaff/platform/server/transaction'
import { asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertMerchants } from '../testing/merchant-factory'
import {
  countByTab,
  findMerchantRow,
  listKnownMerchantIds,
  listMerchantNames,
  listMerchantsByIds,
} from './merchant-store'
import { lockMerchant, updateMerchantRow } from './record/merchant-record-store'
import { countWaiting, listWaiting } from './review/review-store'

let services: TestServices
let scope: MerchantScope
const both = ['mer_own', 'mer_foreign']
beforeAll(async () => {
  services = await createTestServices()
  await insertMerchants(
    services,
    both.map((id) => ({ id, needsReview: true })),
  )
  scope = merchantScope(await asOwner(services, ['mer_own']))
})

/** The second lock, whatever the verb in front of it has asked. */
describe('the scope of a query of merchants', () => {
  it('hides a foreign merchant by its id', async () => {
    expect(await findMerchantRow(services.db, scope, 'mer_foreign')).toBeUndefined()
    expect(await findMerchantRow(services.db, scope, 'mer_own')).toBeDefined()
    const lock = inTransaction(services, (tx) => lockMerchant(tx, scope, 'mer_foreign'))
    await expect(lock).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('changes nothing that has gone meanwhile', async () => {
    const change = inTransaction(services, async (tx) => {
      const merchant = await lockMerchant(tx, scope, 'mer_own')
      return updateMerchantRow(tx, { ...merchant, id: 'mer_gone' }, { name: 'Back' }, services.clock.now())
    })
    await expect(change).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('leaves a foreign one out of many', async () => {
    expect((await listMerchantsByIds(services.db, scope, both)).map(({ id }) => id)).toEqual(['mer_own'])
    expect([...(await listMerchantNames(services.db, scope, both)).keys()]).toEqual(['mer_own'])
    expect(await listKnownMerchantIds(services.db, scope, both)).toEqual(['mer_own'])
  })

  it('counts and queues own ones only', async () => {
    expect(await countByTab(services.db, scope)).toEqual([{ tab: 'review', count: 1 }])
    expect(await countWaiting(services.db, scope)).toBe(1)
    expect((await listWaiting(services.db, scope, 10)).map(({ id }) => id)).toEqual(['mer_own'])
  })
})
