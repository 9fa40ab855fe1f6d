import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { MerchantRow, ReviewItem } from '../../contract'
import { merchantPermissions } from '../../permissions'
import { byPriority, reviewPriority } from '../../review/rules'
import { readCounts } from '../merchant-counts'
import { presentMerchantRow } from '../merchant-presenter'
import { listMerchantsByIds } from '../merchant-store'
import { listReviewHistories, listWaitingIds, type ReviewHistory } from './review-store'

const queueLimit = 200

/** The desk of whoever reviews: what waits longest, at most 200, the most urgent first. */
export async function listReviewQueue(ctx: Context): Promise<ReviewItem[]> {
  const scope = merchantScope(authorize(ctx.actor, merchantPermissions, 'merchant.review'))
  const ids = await listWaitingIds(ctx.db, scope, queueLimit)
  const [rows, counts, histories] = await Promise.all([
    listMerchantsByIds(ctx.db, scope, ids),
    readCounts(ctx.db, ids),
    listReviewHistories(ctx.db, ids),
  ])
  const historyOf = new Map(histories.map((history) => [history.merchantId, history]))
  const now = ctx.clock.now()
  return rows.map((row) => reviewItem(presentMerchantRow(row, counts), historyOf.get(row.id), now)).sort(byPriority)
}

function reviewItem(merchant: MerchantRow, history: ReviewHistory | undefined, now: Date): ReviewItem {
  const { id, name, logoUrl, businessType, status, completeness } = merchant
  const waitingSince = laterOf(merchant.statusChangedAt, history?.submittedAt ?? null)
  const facts = {
    id,
    waitingSince,
    completeness,
    cameBack: history?.cameBack ?? false,
    wishesToBeLive: history?.wishesToBeLive ?? false,
    isLiveNow: status === 'active' && merchant.isLive,
  }
  return { id, name, logoUrl, businessType, status, completeness, waitingSince, ...reviewPriority(facts, now) }
}

/** An active merchant changed its status long before it came up for review again. */
function laterOf(changed: Date, submitted: Date | null): Date {
  return submitted && submitted > changed ? submitted : changed
}
