import type { RedemptionStatus } from '@quaff/features/redemptions/contract'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { inTransaction, type Services } from '@quaff/platform/server'

type Batch = { merchantId: string; locationId: string; daysAgo?: number; count?: number; status?: RedemptionStatus }

/** Redemptions at one location, `daysAgo` times 24 hours before now. */
export async function insertRedemptions(
  services: Services,
  { merchantId, locationId, daysAgo = 0, count = 1, status = 'completed' }: Batch,
): Promise<void> {
  const redeemedAt = new Date(services.clock.now().getTime() - daysAgo * 86_400_000)
  await inTransaction(services, (tx) =>
    writeRedemptions(
      services,
      tx,
      Array.from({ length: count }, () => ({
        id: services.ids.newId('red'),
        merchantId,
        locationId,
        redeemedAt,
        status,
      })),
    ),
  )
}
