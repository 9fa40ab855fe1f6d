import { readStatus } from '@quaff/features/merchants/lifecycle-rules'
import { logoOf } from '@quaff/features/merchants/rules'
import { merchantNotFound, merchantScope, scopeToMerchant } from '@quaff/features/sessions/server'
import {
  adminRole,
  authorize,
  type Context,
  type Page,
  pageTotal,
  toPage,
  type UserActor,
} from '@quaff/platform/server'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { type ListForPromotionInput, type MerchantPromotionList, promotionIds, type PromotionRow } from '../contract'
import { promotionPermissions } from '../permissions'
import { readMetadata } from '../rules'
import {
  countEnabled,
  countGridRows,
  type JoinedPromotion,
  listGridRows,
  listOfMerchant,
  listPlanChoices,
} from './promotion-store'

/** All promotions of one merchant, and the plans they can be narrowed to. */
export async function listForMerchant(
  ctx: Context,
  { merchantId }: { merchantId: string },
): Promise<MerchantPromotionList> {
  const actor = authorize(ctx.actor, promotionPermissions, 'promotion.read')
  const scope = scopeToMerchant(actor, merchantId)
  const [stored, plans] = await Promise.all([listOfMerchant(ctx.db, scope), listPlanChoices(ctx.db, scope)])
  const [first] = stored
  if (!first) throw merchantNotFound()
  const byId = new Map(stored.flatMap((row) => (row.promotion ? [[row.promotion.promotionId, row] as const] : [])))
  const ids = new Set<string>([...promotionIds, ...byId.keys()])
  const none = { merchant: first.merchant, promotion: null, updater: null }
  return {
    merchantId,
    merchantName: first.merchant.name,
    merchantStatus: readStatus(first.merchant.status),
    promotions: [...ids].map((id) => presentPromotion(byId.get(id) ?? none, id, actor)),
    plans,
  }
}

/** Returns the number of merchants with each promotion enabled, in catalog order. */
export async function listCatalogue(ctx: Context): Promise<{ promotionId: string; enabledCount: number }[]> {
  const scope = merchantScope(authorize(ctx.actor, promotionPermissions, 'promotion.catalogue'))
  const counts = await countEnabled(ctx.db, scope)
  return promotionIds.map((promotionId) => ({ promotionId, enabledCount: counts.get(promotionId) ?? 0 }))
}

/** The grid of one promotion: every merchant, those without a document as disabled. */
export async function listForPromotion(ctx: Context, input: ListForPromotionInput): Promise<Page<PromotionRow>> {
  const actor = authorize(ctx.actor, promotionPermissions, 'promotion.list')
  const scope = merchantScope(actor)
  const { sort, order, limit, cursor, ...filter } = input
  const rows = await listGridRows(ctx.db, scope, input)
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['promotions', scope, filter] }, () =>
    countGridRows(ctx.db, scope, input),
  )
  return toPage(rows, { name: sort, order, limit, total }, (row) => presentPromotion(row, input.promotionId, actor))
}

/**
 * Without a document the promotion is disabled and has no version. Only administrators see administrators' addresses.
 */
export function presentPromotion(
  { merchant, promotion, updater }: JoinedPromotion,
  promotionId: string,
  reader: UserActor,
): PromotionRow {
  const address = reader.role === adminRole ? updater?.email : undefined
  return {
    merchantId: merchant.id,
    merchantName: merchant.name,
    merchantStatus: readStatus(merchant.status),
    logoUrl: logoOf(merchant),
    businessType: merchant.businessType,
    promotionId,
    enabled: promotion?.enabled ?? false,
    metadata: promotion?.enabled ? readMetadata(promotion.metadata ?? {}) : null,
    updatedAt: promotion?.updatedAt ?? null,
    updatedBy: promotion?.updatedBy ?? null,
    updatedByName: updater?.displayName ?? (address && readableEmail(address)) ?? null,
    version: promotion?.version ?? 0,
  }
}
