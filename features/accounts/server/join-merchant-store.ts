import type { Transaction } from '@quaff/platform/server/context'
import { unlinkApplication } from './account-store'
import { addMembership } from './membership-store'

export type JoinedMerchant = { userId: string; merchantId: string; applicationId: string; now: Date }

/**
 * The merchant of an application becomes one of the applicant's own, and the application has done its work. False when
 * it was theirs already. Whoever calls decides about the person's sessions (G15).
 */
export async function joinMerchant(tx: Transaction, joined: JoinedMerchant): Promise<boolean> {
  const { userId, merchantId, applicationId, now } = joined
  await unlinkApplication(tx, { userId, applicationId }, now)
  return addMembership(tx, userId, merchantId)
}
