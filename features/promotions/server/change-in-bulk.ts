import { lockMerchant } from '@quaff/features/merchants/server'
import { merchantScope, scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize, type Context, inTransaction, isRefusal, refuse, staleVersion } from '@quaff/platform/server'
import type { BulkInput, BulkPreview, BulkResult, PreviewBulkInput, PromotionRow, UndoDisableInput } from '../contract'
import { promotionPermissions } from '../permissions'
import { promotionRefusals } from '../refusals'
import { enableRefusal, findPromotion, mayUndo, metadataError, tidyMetadata } from '../rules'
import { changePromotion, refuseByStatus, writePromotion } from './change-promotion'
import { findLastDisable, findStoredRow, type JoinedPromotion, listGridRowsOf } from './promotion-store'

/**
 * Changes each merchant in its own transaction, so that a refusal does not affect the others. Merchants that already
 * have the promotion keep its details. Uses the versions of the preview.
 */
export async function changeInBulk(ctx: Context, input: BulkInput): Promise<BulkResult> {
  authorize(ctx.actor, promotionPermissions, 'promotion.write')
  refuseFaultyMetadata(input)
  const results: BulkResult = []
  for (const row of input.rows) results.push(await changeOne(ctx, input, row))
  return results
}

async function changeOne(
  ctx: Context,
  { promotionId, enabled, metadata }: BulkInput,
  { merchantId, version }: BulkInput['rows'][number],
): Promise<BulkResult[number]> {
  try {
    const { row, changed } = await inTransaction(ctx, (tx) =>
      changePromotion(ctx, tx, { merchantId, promotionId, enabled, metadata, version }, { keepDetails: true }),
    )
    return { merchantId, ok: true, changed, error: null, version: row.version }
  } catch (error) {
    if (!isRefusal(error)) ctx.log.error('promotion.bulk_row_failed', { merchantId, promotionId, error: nameOf(error) })
    const message = isRefusal(error) ? error.message : 'Couldn’t save this one. Try again.'
    return { merchantId, ok: false, changed: false, error: message, version: null }
  }
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'unknown')

/** The same details go to every merchant: their faults are the whole request's. */
function refuseFaultyMetadata({ promotionId, enabled, metadata }: PreviewBulkInput | BulkInput) {
  if (!metadata) return
  if (!enabled) throw refuse(promotionRefusals, 'METADATA')
  const promotion = findPromotion(promotionId)
  const error = promotion && metadataError(promotion, tidyMetadata(metadata))
  if (error) throw error.refusal
}

/** Computes the effect of `changeInBulk` per merchant without writing. */
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

/** G38: the user who disabled it may restore it within ten seconds, with the values of the audit row. */
export async function undoDisable(ctx: Context, input: UndoDisableInput): Promise<PromotionRow> {
  const actor = authorize(ctx.actor, promotionPermissions, 'promotion.write')
  const scope = scopeToMerchant(actor, input.merchantId)
  return inTransaction(ctx, async (tx) => {
    const merchant = await lockMerchant(tx, scope)
    const stored = (await findStoredRow(tx, scope, input.promotionId))?.promotion
    if (!stored || stored.version !== input.version || stored.enabled) throw staleVersion()
    const disabled = await findLastDisable(tx, scope, input.promotionId)
    if (disabled?.adminUserId !== actor.userId || !mayUndo(disabled.occurredAt, ctx.clock.now()))
      throw refuse(promotionRefusals, 'UNDO_OVER')
    refuseByStatus(merchant.status)
    return writePromotion(
      ctx,
      tx,
      { actor, scope },
      {
        action: 'enable_promotion',
        merchant,
        promotionId: input.promotionId,
        stored,
        enabled: true,
        metadata: asDocument(disabled.before.metadata),
      },
    )
  })
}

function asDocument(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
