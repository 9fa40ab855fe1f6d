import { z } from 'zod'
import { merchantStatuses } from '@quaff/features/merchants/contract'
import { schemasOf } from '@quaff/platform/shared/fields/field-schemas'
import { flag, span, text } from '@quaff/platform/shared/fields/fields'
import { pageInput, pageLimits, pageOf, sortOrders } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema, textLimits } from '@quaff/platform/shared/text'
import type { PromotionId } from './catalogue-contract'

export type { MetadataField, PromotionDefinition, PromotionId } from './catalogue-contract'
export const promotionIds = [
  'first_drink_free',
  'refer_a_friend',
  'happy_hour',
  'early_bird',
  'rainy_day_bonus',
  'double_stamp_week',
  'birthday_drink',
  'student_discount',
] as const satisfies readonly PromotionId[]

/** Undo within ten seconds (G38); the grace is for the way to the server. */
export const promotionLimits = {
  undoMs: 10_000,
  undoGraceMs: 2_000,
  bulkRows: 50,
  plans: 50,
  planChoices: 200,
  maxCount: 1_000_000,
} as const

const day = z.iso.date()
const limit = z.int().min(1, 'At least 1').max(promotionLimits.maxCount)

/** Days as `YYYY-MM-DD`, both inclusive, on the merchant's calendar. Absent means unlimited. */
export const promotionMetadataSchema = z.strictObject({
  startsOn: day.optional(),
  endsOn: day.optional(),
  limitTotal: limit.optional(),
  limitPerCustomer: limit.optional(),
  /** Absent or empty: all plans. */
  planIds: z.array(idSchema).max(promotionLimits.plans).optional(),
  note: z.string().trim().max(textLimits.medium).optional(),
})
export type PromotionMetadata = z.infer<typeof promotionMetadataSchema>

export const promotionRowSchema = z.object({
  merchantId: z.string(),
  merchantName: z.string(),
  merchantStatus: z.enum(merchantStatuses),
  logoUrl: z.string().nullable(),
  businessType: z.string().nullable(),
  /** Imported rows may name promotions that the catalogue does not know. */
  promotionId: z.string(),
  enabled: z.boolean(),
  /** Null while disabled (spec §3); only the known keys. */
  metadata: promotionMetadataSchema.nullable(),
  updatedAt: z.date().nullable(),
  updatedBy: z.string().nullable(),
  updatedByName: z.string().nullable(),
  /** 0: the merchant has no document of this promotion yet. */
  version: z.int(),
})
export type PromotionRow = z.infer<typeof promotionRowSchema>

export const promotionSorts = ['name', 'updated'] as const
export type PromotionSort = (typeof promotionSorts)[number]
export const promotionIdSchema = z.enum(promotionIds)

export const promotionFilters = {
  q: text(pageLimits.maxSearchLength),
  enabled: flag(),
  category: text(textLimits.id),
  updated: span('updatedFrom', 'updatedTo'),
}
export const listForPromotionInput = pageInput.extend({
  promotionId: promotionIdSchema,
  ...schemasOf(promotionFilters),
  sort: z.enum(promotionSorts).default('name'),
  order: z.enum(sortOrders).default('asc'),
})
export type ListForPromotionInput = z.infer<typeof listForPromotionInput>

const versionOrNone = z.int().min(0)
const oneInput = z.strictObject({ merchantId: idSchema, promotionId: promotionIdSchema, version: versionOrNone })
export const setEnabledInput = oneInput.extend({ enabled: z.boolean(), metadata: promotionMetadataSchema.optional() })
export type SetEnabledInput = z.infer<typeof setEnabledInput>
export const undoDisableInput = oneInput
export type UndoDisableInput = z.infer<typeof undoDisableInput>

/** Plans are one merchant's own, so several merchants share no `planIds`. */
const bulkMetadata = promotionMetadataSchema.omit({ planIds: true })
const bulkFields = { promotionId: promotionIdSchema, enabled: z.boolean(), metadata: bulkMetadata.optional() }
export const previewBulkInput = z.strictObject({
  ...bulkFields,
  merchantIds: z.array(idSchema).min(1).max(promotionLimits.bulkRows),
})
export type PreviewBulkInput = z.infer<typeof previewBulkInput>
export const bulkInput = z.strictObject({
  ...bulkFields,
  rows: z
    .array(z.strictObject({ merchantId: idSchema, version: versionOrNone }))
    .min(1)
    .max(promotionLimits.bulkRows),
})
export type BulkInput = z.infer<typeof bulkInput>

export const bulkOutcomes = ['change', 'stay', 'refuse'] as const
/** One entry per requested merchant, in order. `name` is null if it does not exist. */
export const bulkPreviewSchema = z.array(
  z.object({
    merchantId: z.string(),
    name: z.string().nullable(),
    outcome: z.enum(bulkOutcomes),
    reason: z.string().nullable(),
    version: z.int(),
  }),
)
export type BulkPreview = z.infer<typeof bulkPreviewSchema>
export const bulkResultSchema = z.array(
  z.object({
    merchantId: z.string(),
    ok: z.boolean(),
    changed: z.boolean(),
    error: z.string().nullable(),
    version: z.int().nullable(),
  }),
)
export type BulkResult = z.infer<typeof bulkResultSchema>

export const planChoiceSchema = z.object({ id: z.string(), name: z.string(), active: z.boolean() })
export type PlanChoice = z.infer<typeof planChoiceSchema>
export const merchantPromotionsSchema = z.object({
  merchantId: z.string(),
  merchantName: z.string(),
  merchantStatus: z.enum(merchantStatuses),
  /** The whole catalogue in its order, then what else is stored. */
  promotions: z.array(promotionRowSchema),
  plans: z.array(planChoiceSchema),
})
export type MerchantPromotionList = z.infer<typeof merchantPromotionsSchema>

const get = route('GET', 'Promotions')
const post = route('POST', 'Promotions')

export const promotionsContract = {
  catalogue: get('/promotions', 'Promotions with the number of merchants that have them enabled')
    .input(z.strictObject({}))
    .output(z.array(z.object({ promotionId: z.string(), enabledCount: z.int() }))),
  listForPromotion: get('/promotions/{promotionId}/merchants', 'All merchants and whether they have it enabled')
    .input(listForPromotionInput)
    .output(pageOf(promotionRowSchema)),
  listForMerchant: get('/merchants/{merchantId}/promotions', 'All promotions of one merchant')
    .input(z.strictObject({ merchantId: idSchema }))
    .output(merchantPromotionsSchema),
  setEnabled: post('/merchants/{merchantId}/promotions/{promotionId}', 'Enable, change or disable')
    .input(setEnabledInput)
    .output(promotionRowSchema),
  undoDisable: post('/merchants/{merchantId}/promotions/{promotionId}/undo', 'Undo a disable')
    .input(undoDisableInput)
    .output(promotionRowSchema),
  previewBulk: post('/promotion-bulk-preview', 'Preview of a bulk change')
    .input(previewBulkInput)
    .output(bulkPreviewSchema),
  bulk: post('/promotion-bulk', 'Enable or disable for several merchants').input(bulkInput).output(bulkResultSchema),
}

/** Webhook events. A published name is never used for anything else. */
export const promotionEvents = {
  enabled: 'promotion.enabled',
  updated: 'promotion.updated',
  disabled: 'promotion.disabled',
} as const
