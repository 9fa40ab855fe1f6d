import { merchantNotFound, merchantScope, scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize, type Context } from '@quaff/platform/server'
import { completeness } from '../completeness-rules'
import { type LastAnswer, type ReviewItem, reviewLimits, type ReviewQueue, type ReviewQueueInput } from '../contract'
import { choosesLive, readStatus } from '../lifecycle-rules'
import { merchantPermissions } from '../permissions'
import { byWaiting, reviewReasonsOf } from '../review-rules'
import { logoOf } from '../rules'
import { findMerchantRow } from './merchant-store'
import { findAnswerRow, listWaiting, type WaitingMerchant } from './review-store'

/**
 * The review desk: the `limit` that have waited longest. Sorted as a whole, so that a longer result starts with the
 * shorter one.
 */
export async function listReviewQueue(ctx: Context, { limit }: ReviewQueueInput): Promise<ReviewQueue> {
  const scope = merchantScope(authorize(ctx.actor, merchantPermissions, 'merchant.review'))
  const waiting = await listWaiting(ctx.db, scope, reviewLimits.ranked)
  const now = ctx.clock.now()
  const ranked = waiting.map((merchant) => rank(merchant, now)).sort(byWaiting)
  return { items: ranked.slice(0, limit).map(presentReviewItem), total: waiting[0]?.total ?? 0 }
}

type RankedMerchant = Pick<ReviewItem, 'id' | 'reasons' | 'daysWaiting' | 'waitingSince'> & {
  completeness: number
  merchant: WaitingMerchant
}

function rank(merchant: WaitingMerchant, now: Date): RankedMerchant {
  const { id } = merchant
  const waitingSince = laterOf(merchant.statusChangedAt, merchant.submittedAt)
  const done = completeness(merchant)
  const { reasons, daysWaiting } = reviewReasonsOf(
    {
      waitingSince,
      completeness: done,
      cameBack: merchant.cameBack,
      wishesToBeLive: choosesLive(merchant, merchant.wish),
      isLiveNow: readStatus(merchant.status) === 'active' && merchant.isLive,
    },
    now,
  )
  return { id, reasons, daysWaiting, waitingSince, completeness: done, merchant }
}

function presentReviewItem({ merchant, ...ranked }: RankedMerchant): ReviewItem {
  return {
    name: merchant.name || 'Unknown Merchant',
    logoUrl: logoOf(merchant),
    businessType: merchant.businessType,
    status: readStatus(merchant.status),
    ...ranked,
  }
}

/** An active merchant changed its status long before it needed review again. */
function laterOf(changed: Date, submitted: Date | null) {
  return submitted && submitted > changed ? submitted : changed
}

/** Null if the audit log has no decision by staff. */
export async function findLastAnswer(ctx: Context, { merchantId }: { merchantId: string }): Promise<LastAnswer | null> {
  const scope = scopeToMerchant(authorize(ctx.actor, merchantPermissions, 'merchant.review'), merchantId)
  if (!(await findMerchantRow(ctx.db, scope))) throw merchantNotFound()
  return (await findAnswerRow(ctx.db, scope)) ?? null
}
