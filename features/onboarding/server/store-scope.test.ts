import { beforeAll, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { merchantScope, type MerchantScope } from '@quaff/features/sessions/server'
import { asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { findMerchant } from './onboarding-store'

let services: TestServices
let scope: MerchantScope
beforeAll(async () => {
  services = await createTestServices()
  await insertMerchants(services, [{ id: 'mer_own' }, { id: 'mer_foreign' }])
  scope = merchantScope(await asOwner(services, ['mer_own']))
})

it('finds an own venue and no other, whatever the verb in front has asked', async () => {
  expect(await findMerchant(services.db, scope, 'mer_own')).toBeDefined()
  expect(await findMerchant(services.db, scope, 'mer_foreign')).toBeUndefined()
})
