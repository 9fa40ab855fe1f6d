import { expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { merchantScope } from '@quaff/features/sessions/server'
import { inTransaction } from '@quaff/platform/server'
import { asOwner } from '@quaff/platform/testing/actors'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { insertPromotion } from '../testing/promotion-factory'
import { listEnabled, takePromotionUse } from './running-store'

it('what runs at a merchant is listed, and its uses are counted, within the scope alone', async () => {
  const services = await createTestServices()
  for (const id of ['mer_own', 'mer_foreign']) await insertMerchant(services, { id })
  const foreign = { merchantId: 'mer_foreign', promotionId: 'first_drink', limit: null }
  const own = { ...foreign, merchantId: 'mer_own' }
  for (const { merchantId, promotionId } of [own, foreign])
    await insertPromotion(services, { merchantId, promotionId, enabled: true })
  const scope = merchantScope(await asOwner(services, ['mer_own']))
  expect(await listEnabled(services.db, scope, 'mer_own')).toHaveLength(1)
  expect(await listEnabled(services.db, scope, 'mer_foreign')).toEqual([])
  const take = (use: typeof own) => inTransaction(services, (tx) => takePromotionUse(tx, scope, use))
  expect([await take(own), await take(foreign)]).toEqual([true, false])
})
