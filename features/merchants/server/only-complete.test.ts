import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { insertMerchant } from '../testing/merchant-factory'
import { approveMerchant, approveMerchantDirect } from './approve-merchant'
import { merchants } from './tables'

it('an approval of complete merchants alone refuses one that lacks steps, and changes nothing', async () => {
  const services = await createTestServices()
  const ctx = contextAs(services, await asAdmin(services))
  const waiting = {
    status: 'pending_review',
    needsReview: true,
    applicationStatus: 'submitted',
    isLive: false,
  } as const
  const { id: merchantId } = await insertMerchant(services, waiting)
  for (const approve of [approveMerchant, approveMerchantDirect])
    await expect(approve(ctx, { merchantId, onlyComplete: true })).rejects.toMatchObject({ reason: 'MISSING_STEPS' })
  const [row] = await services.db.select().from(merchants).where(eq(merchants.id, merchantId))
  expect(row?.status).toBe('pending_review')
})
