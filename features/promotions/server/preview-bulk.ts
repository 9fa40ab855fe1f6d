import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { BulkPreview, PreviewBulkInput } from '../contract'
import { promotionPermissions } from '../permissions'
import { enableRefusal } from '../rules'
import { refuseFaultyMetadata } from './change-in-bulk'
import { listGridRowsOf, type JoinedPromotion } from './promotion-store'

/** What `changeInBulk` would do with each merchant now; nothing is written. */
export async function previewBulk(ctx: Context, input: PreviewBulkInput): Promise<BulkPreview> {
  const scope = merchantScope(authorize(ctx.actor, promotionPermissions, 'promotion.write'))
  refuseFaultyMetadata(input)
  const rows = await listGridRowsOf(ctx.db, scope, input.promotionId, input.merchantIds)
  const byMerchant = new Map(rows.map((row) => [row.merchant.id, row]))
  return input.merchantIds.map((merchantId) => {
    const row = byMerchant.get(merchantId)
    const version = row?.promotion?.version ?? 0
    return { merchantId, name: row?.merchant.name ?? null, version, ...outcomeOf(row, input.enabled) }
  })
}

function outcomeOf(
  row: JoinedPromotion | undefined,
  enabled: boolean,
): Pick<BulkPreview[number], 'outcome' | 'reason'> {
  if (!row) return { outcome: 'refuse', reason: 'Merchant not found, or you don’t have access.' }
  const isEnabled = row.promotion?.enabled ?? false
  if (isEnabled === enabled)
    return { outcome: 'stay', reason: enabled ? 'Already enabled, keeps its details' : 'Already disabled' }
  const refusal = enabled ? enableRefusal(row.merchant.status) : null
  if (refusal) return { outcome: 'refuse', reason: refusal.message }
  return { outcome: 'change', reason: null }
}
