import { codeTitle } from '@quaff/platform/shared/readable-text'
import { type Refusal, refuse } from '@quaff/platform/shared/refusal'
import { metadataFields, promotionCatalogue } from './catalogue-contract'
import { type MetadataField, type PromotionDefinition, promotionLimits, type PromotionMetadata } from './contract'
import { promotionRefusals } from './refusals'

export function findPromotion(promotionId: string): PromotionDefinition | undefined {
  return promotionCatalogue.find(({ id }) => id === promotionId)
}

/** Imported promotions may have other ids, which are shown unchanged. */
export const promotionTitle = (promotionId: string) => findPromotion(promotionId)?.title ?? codeTitle(promotionId)

export type MetadataError = { field: MetadataField; refusal: Refusal }

const fieldNames = {
  startsOn: 'start date',
  endsOn: 'end date',
  limitTotal: 'total limit',
  limitPerCustomer: 'limit per customer',
  planIds: 'choice of plans',
  note: 'note',
} as const satisfies Record<MetadataField, string>

/** The first fault; null when the promotion may be enabled with it. Shapes and lengths are the schema's. */
export function metadataError(promotion: PromotionDefinition, metadata: PromotionMetadata): MetadataError | null {
  const stray = metadataFields.find((field) => metadata[field] !== undefined && !promotion.fields.includes(field))
  if (stray) return errorAt(stray, refuse(promotionRefusals, 'FIELD', promotion.title, fieldNames[stray]))
  const { startsOn, endsOn, limitTotal, limitPerCustomer } = metadata
  if (startsOn && endsOn && endsOn < startsOn) return errorAt('endsOn', refuse(promotionRefusals, 'DATES'))
  if (limitTotal !== undefined && !isCount(limitTotal)) return errorAt('limitTotal', refuse(promotionRefusals, 'COUNT'))
  if (limitPerCustomer !== undefined && !isCount(limitPerCustomer))
    return errorAt('limitPerCustomer', refuse(promotionRefusals, 'COUNT'))
  if (limitTotal !== undefined && limitPerCustomer !== undefined && limitPerCustomer > limitTotal)
    return errorAt('limitPerCustomer', refuse(promotionRefusals, 'LIMITS'))
  return null
}

const isCount = (value: number) => Number.isInteger(value) && value >= 1 && value <= promotionLimits.maxCount

const errorAt = (field: MetadataField, refusal: Refusal): MetadataError => ({
  field,
  refusal: refusal.with({ field: `metadata.${field}` }),
})

/** Absent, empty and blank are the same: no limit. Keeps documents small and comparisons honest. */
export function tidyMetadata(metadata: PromotionMetadata): PromotionMetadata {
  const { planIds, note, ...rest } = metadata
  return withoutAbsent({
    ...rest,
    planIds: planIds && planIds.length > 0 ? [...new Set(planIds)] : undefined,
    note: note?.trim() ? note.trim() : undefined,
  })
}

/** Reads the stored fields that the forms know. Known keys in other shapes (imported data) are not shown. */
export function readMetadata(stored: Readonly<Record<string, unknown>>): PromotionMetadata {
  const { startsOn, endsOn, limitTotal, limitPerCustomer, planIds, note } = stored
  return withoutAbsent({
    startsOn: isDay(startsOn) ? startsOn : undefined,
    endsOn: isDay(endsOn) ? endsOn : undefined,
    limitTotal: typeof limitTotal === 'number' && isCount(limitTotal) ? limitTotal : undefined,
    limitPerCustomer: typeof limitPerCustomer === 'number' && isCount(limitPerCustomer) ? limitPerCustomer : undefined,
    planIds: Array.isArray(planIds) ? planIds.filter(isId).slice(0, promotionLimits.plans) : undefined,
    note: typeof note === 'string' ? note.slice(0, noteLength) : undefined,
  })
}

/** Keys that no form knows survive a change of the known ones. */
export function mergeMetadata(
  stored: Readonly<Record<string, unknown>> | null,
  metadata: PromotionMetadata,
): Record<string, unknown> {
  const known: readonly string[] = metadataFields
  const others = Object.entries(stored ?? {}).filter(([key]) => !known.includes(key))
  return { ...Object.fromEntries(others), ...metadata }
}

export type PromotionChange = 'enable' | 'update' | 'disable' | 'none'

/** Returns the change that `enabled` requires. `changesMetadata` counts only while the promotion stays enabled. */
export function promotionChange(isEnabled: boolean, enabled: boolean, changesMetadata: boolean): PromotionChange {
  if (!enabled) return isEnabled ? 'disable' : 'none'
  if (!isEnabled) return 'enable'
  return changesMetadata ? 'update' : 'none'
}

/** Archived and declined merchants keep what they have, but get nothing new. Null: it may be enabled. */
export function enableRefusal(merchantStatus: string): Refusal | null {
  if (merchantStatus === 'archived') return refuse(promotionRefusals, 'MERCHANT_STATE', 'is archived')
  return merchantStatus === 'rejected' ? refuse(promotionRefusals, 'MERCHANT_STATE', 'was rejected') : null
}

/** G38, by the server's clock. */
export function mayUndo(disabledAt: Date, now: Date): boolean {
  return now.getTime() - disabledAt.getTime() <= promotionLimits.undoMs + promotionLimits.undoGraceMs
}

const noteLength = 500
function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const midnight = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(value)
}
const isId = (value: unknown): value is string => typeof value === 'string' && /^[a-zA-Z0-9_-]{1,64}$/.test(value)

function withoutAbsent(metadata: PromotionMetadata): PromotionMetadata {
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined))
}

export type StoredDetails = { promotionId: string; metadata: Readonly<Record<string, unknown>> | null }

/** Returns true if it runs on `day` (`YYYY-MM-DD`). Unreadable details set no bounds. */
export function isRunning({ metadata }: StoredDetails, day: string): boolean {
  const { startsOn, endsOn } = readMetadata(metadata ?? {})
  return (startsOn === undefined || startsOn <= day) && (endsOn === undefined || day <= endsOn)
}

/** A promotion without plans applies to all of them. */
export function isForPlan({ metadata }: StoredDetails, planId: string | null): boolean {
  const { planIds = [] } = readMetadata(metadata ?? {})
  return planIds.length === 0 || (planId !== null && planIds.includes(planId))
}

/** "One free drink for new customers": one per customer unless the details say more, and their total limit. */
export function firstDrinkLimits({ metadata }: StoredDetails): { perCustomer: number; total: number | null } {
  const { limitPerCustomer = 1, limitTotal = null } = readMetadata(metadata ?? {})
  return { perCustomer: limitPerCustomer, total: limitTotal }
}
