import { expect, it } from 'vitest'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { insertMerchant } from '../testing/merchant-factory'
import { reviewEach } from './review-many'

it('an error of ours while many are reviewed is no refusal of one of them', async () => {
  const services = await createTestServices()
  const ctx = contextAs(services, await asAdmin(services))
  const { id } = await insertMerchant(services)
  const broken = reviewEach(ctx, 'merchant.review', [id], () => Promise.reject(new Error('broken')))
  await expect(broken).rejects.toThrow('broken')
})
