import { expect, it } from 'vitest'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { insertMerchant } from '../testing/merchant-factory'
import { countMerchants } from './read-merchants'

it('an owner counts the own merchants, an administrator all', async () => {
  const services = await createTestServices()
  for (const id of ['mer_own', 'mer_other', 'mer_third']) await insertMerchant(services, { id })
  const [owner, admin] = [await asOwner(services, ['mer_own']), await asAdmin(services)]
  expect((await countMerchants(contextAs(services, owner))).all).toBe(1)
  expect((await countMerchants(contextAs(services, admin))).all).toBe(3)
})
