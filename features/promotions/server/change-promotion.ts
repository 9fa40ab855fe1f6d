import { isDeepStrictEqual } from 'node:util'
import { lockMerchant, type StoredMerchant } from '@quaff/features/merchants/server'
import { type OneMerchant, scopeToMerchant } from '@quaff/features/sessions/server'
import {
  authorize,
  type Context,
  inTransaction,
  linesWithoutControls,
  type Locked,
  publishLive,
  recordAudit,
  refuse,
  staleVersion,
  type Transaction,
  type UserActor,
} from '@quaff/platform/server'
import {
  promotionEvents,
  type PromotionId,
  type PromotionMetadata,
  type PromotionRow,
  type SetEnabledInput,
} from '../contract'
import { promotionPermissions } from '../permissions'
import { promotionRefusals } from '../refusals'
import { enableRefusal, findPromotion, mergeMetadata, metadataError, promotionChange, tidyMetadata } from '../rules'
import { areOwnPlans, findStoredRow, putPromotion, type StoredPromotion } from './promotion-store'
import { presentPromotion } from './read-promotions'
import { clearUses } from './running-store'

type ChangedPromotion = { row: PromotionRow; changed: boolean }

/**
 * Enables, changes or disables a promotion; disabling clears its details (spec §4). An unchanged state is not
 * audited. The merchant's lock serializes changes, and the second one has a stale version. With `keepDetails` an
 * enabled promotion stays unchanged.
 */
export async function changePromotion(
  ctx: Context,
  tx: Transaction,
  requested: SetEnabledInput,
  { keepDetails = false }: { keepDetails?: boolean } = {},
): Promise<ChangedPromotion> {
  const actor = authorize(ctx.actor, promotionPermissions, 'promotion.write')
  const scope = scopeToMerchant(actor, requested.merchantId)
  const merchant = await lockMerchant(tx, scope)
  const found = await findStoredRow(tx, scope, requested.promotionId)
  const stored = found?.promotion ?? null
  if ((stored?.version ?? 0) !== requested.version) throw overtaken(requested, stored)
  const input = keepDetails && stored?.enabled ? { ...requested, metadata: undefined } : requested
  const metadata = input.enabled ? checkedMetadata(input.promotionId, input.metadata, stored) : null
  if (!input.enabled && input.metadata) throw refuse(promotionRefusals, 'METADATA')
  const change = promotionChange(
    stored?.enabled ?? false,
    input.enabled,
    input.metadata !== undefined && !isDeepStrictEqual(metadata, stored?.metadata ?? {}),
  )
  if (change === 'none')
    return {
      row: presentPromotion(found ?? { merchant, promotion: null, updater: null }, input.promotionId, actor),
      changed: false,
    }
  if (change === 'enable') {
    refuseByStatus(merchant.status)
    await clearUses(tx, merchant, input.promotionId)
  }
  // A plan of another merchant is answered like one that does not exist.
  if (!(await areOwnPlans(tx, scope, (input.enabled && input.metadata?.planIds) || [])))
    throw refuse(promotionRefusals, 'PLAN')
  const write: PromotionWrite = {
    action: `${change}_promotion`,
    merchant,
    promotionId: input.promotionId,
    stored,
    enabled: input.enabled,
    metadata,
  }
  return { row: await writePromotion(ctx, tx, { actor, scope }, write), changed: true }
}

/** The audit log calls a promotion by its kind, which each merchant has once. */
const overtaken = ({ promotionId, merchantId }: SetEnabledInput, stored: StoredPromotion | null) =>
  staleVersion({ type: 'promotion', id: promotionId, merchantId, savedAt: stored?.updatedAt ?? null })

/** Without details an enabled promotion keeps its own. */
function checkedMetadata(
  promotionId: PromotionId,
  metadata: PromotionMetadata | undefined,
  stored: StoredPromotion | null,
): Record<string, unknown> {
  const before = stored?.enabled ? stored.metadata : null
  if (!metadata) return before ?? {}
  const tidy = tidyMetadata({ ...metadata, note: metadata.note && linesWithoutControls(metadata.note) })
  const promotion = findPromotion(promotionId)
  const error = promotion && metadataError(promotion, tidy)
  if (error) throw error.refusal
  return mergeMetadata(before, tidy)
}

export function refuseByStatus(merchantStatus: string) {
  const refusal = enableRefusal(merchantStatus)
  if (refusal) throw refusal
}

export async function setEnabled(ctx: Context, input: SetEnabledInput): Promise<PromotionRow> {
  authorize(ctx.actor, promotionPermissions, 'promotion.write')
  const { row } = await inTransaction(ctx, (tx) => changePromotion(ctx, tx, input))
  return row
}

const eventOf = {
  enable_promotion: promotionEvents.enabled,
  update_promotion: promotionEvents.updated,
  disable_promotion: promotionEvents.disabled,
} as const

type PromotionWrite = {
  action: keyof typeof eventOf
  merchant: Locked<StoredMerchant>
  promotionId: string
  stored: StoredPromotion | null
  enabled: boolean
  metadata: Record<string, unknown> | null
}

/**
 * Writes the change with its audit row and returns the stored state. Fails if the document has been deleted (spec
 * §8).
 */
export async function writePromotion(
  ctx: Context,
  tx: Transaction,
  { actor, scope }: { actor: UserActor; scope: OneMerchant },
  { action, merchant, promotionId, stored, enabled, metadata }: PromotionWrite,
): Promise<PromotionRow> {
  await putPromotion(tx, merchant, {
    promotionId,
    enabled,
    metadata,
    updatedAt: ctx.clock.now(),
    updatedBy: actor.userId,
    version: (stored?.version ?? 0) + 1,
  })
  await recordAudit(ctx, tx, {
    action,
    targetType: 'promotion',
    event: eventOf[action],
    targetId: promotionId,
    merchantId: merchant.id,
    before: { enabled: stored?.enabled ?? false, metadata: stored?.metadata ?? null },
    after: { enabled, metadata },
  })
  await publishLive(tx, { topic: 'merchant', subjectId: merchant.id, merchantId: merchant.id })
  const written = await findStoredRow(tx, scope, promotionId)
  if (!written) throw refuse(promotionRefusals, 'PROMOTION_MISSING')
  return presentPromotion(written, promotionId, actor)
}
