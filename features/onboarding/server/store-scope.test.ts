import { beforeAll, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { scopeToMerchant } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server'
import { asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { findMerchant } from './onboarding-store'

let services: TestServices
let owner: UserActor
beforeAll(async () => {
  services = await createTestServices()
  await insertMerchants(services, [{ id: 'mer_own' }, { id: 'mer_foreign' }])
  owner = await asOwner(services, ['mer_own'])
})

it('finds an own venue and no other, whatever the verb in front has asked', async () => {
  const find = async (id: string) => findMerchant(services.db, scopeToMerchant(owner, id))
  await expect(find('mer_own')).resolves.toMatchObject({ id: 'mer_own' })
  await expect(find('mer_foreign')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
