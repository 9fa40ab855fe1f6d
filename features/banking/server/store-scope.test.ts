import { beforeAll, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { scopeToMerchant } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server'
import { asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { findMerchantBank } from './banking-store'

let services: TestServices
let owner: UserActor
beforeAll(async () => {
  services = await createTestServices()
  await insertMerchants(services, [{ id: 'mer_own' }, { id: 'mer_foreign' }])
  owner = await asOwner(services, ['mer_own'])
})

it('finds only the own merchant’s bank details, without relying on the check before', async () => {
  const find = async (id: string) => findMerchantBank(services.db, scopeToMerchant(owner, id))
  await expect(find('mer_own')).resolves.toMatchObject({ merchantId: 'mer_own' })
  await expect(find('mer_foreign')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
