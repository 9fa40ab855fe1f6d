import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { completeness } from '../../completeness/rules'
import { reviewLimits, type ReviewItem, type ReviewQueue, type ReviewQueueInput } from '../../contract'
import { readStatus } from '../../lifecycle/rules'
import { merchantPermissions } from '../../permissions'
import { logoOf } from '../../rules'
import { byPriority, reviewPriority } from '../rules'
import { countWaiting, listWaiting, type WaitingMerchant } from './review-store'

/**
 * The desk of whoever reviews: of the 200 that have waited longest the `limit` most urgent, those first. Ranked as a
 * whole, so that a longer answer begins as the shorter one did.
 */
export async function listReviewQueue(ctx: Context, { limit }: ReviewQueueInput): Promise<ReviewQueue> {
  const scope = merchantScope(authorize(ctx.actor, merchantPermissions, 'merchant.review'))
  const [waiting, total] = await Promise.all([
    listWaiting(ctx.db, scope, reviewLimits.ranked),
    countWaiting(ctx.db, scope),
  ])
  const now = ctx.clock.now()
  const ranked = waiting.map((merchant) => reviewItem(merchant, now)).sort(byPriority)
  return { items: ranked.slice(0, limit), total }
}

function reviewItem(merchant: WaitingMerchant, now: Date): ReviewItem {
  const status = readStatus(merchant.status)
  const shared = {
    id: merchant.id,
    waitingSince: laterOf(merchant.statusChangedAt, merchant.submittedAt),
    completeness: completeness(merchant),
  }
  const priority = reviewPriority(
    {
      ...shared,
      cameBack: merchant.cameBack,
      wishesToBeLive: merchant.wishesToBeLive ?? false,
      isLiveNow: status === 'active' && merchant.isLive,
    },
    now,
  )
  return {
    ...shared,
    ...priority,
    name: merchant.name || 'Unknown Merchant',
    logoUrl: logoOf(merchant),
    businessType: merchant.businessType,
    status,
  }
}

/** An active merchant changed its status long before it came up for review again. */
function laterOf(changed: Date, submitted: Date | null): Date {
  return submitted && submitted > changed ? submitted : changed
}
