import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { type DocumentKind, isLeftOut, type WrittenKind } from '../../kinds-rules'
import type { RelationErrorCode } from '../../report-contract'
import type { BelowMerchant, PassOf } from './existing-store'

/** Ids of other documents that a document names. */
export type Names = {
  merchantId: string | null
  userId: string | null
  ownerId: string | null
  planId: string | null
  locationId: string | null
  subscriptionId: string | null
  /** Workplaces of a person. */
  merchantIds: readonly string[]
}

export const noNames: Names = {
  merchantId: null,
  userId: null,
  ownerId: null,
  planId: null,
  locationId: null,
  subscriptionId: null,
  merchantIds: [],
}

/**
 * `skipped`: the document is skipped; `changed`: it is imported without the reference or with a placeholder; `note`: the
 * other record may still follow.
 */
type Level = 'skipped' | 'changed' | 'note'
export type Need = { field: keyof Names; fault: RelationErrorCode; level: Level } & (
  | { of: 'merchants' | 'people'; id: string }
  | ({ of: 'plans' | 'locations' } & BelowMerchant)
  | ({ of: 'subscriptions' } & PassOf)
)

const belowMerchants: readonly DocumentKind[] = ['locations', 'plans', 'promotions', 'pictures']
const ofPeople: readonly DocumentKind[] = ['admins', 'invitations', 'activity']

/**
 * Returns the records that a document needs. A skipped kind gets no placeholders, because a later import supplies its
 * records and resolves the references.
 */
export function needsOf(
  kind: DocumentKind,
  { path }: Pick<SourceDocument, 'path'>,
  { merchantId, userId, ownerId, planId, locationId, subscriptionId, merchantIds }: Names,
  only: readonly WrittenKind[] | null,
): Need[] {
  const isUsage = kind === 'subscriptions' || kind === 'redemptions'
  const levelOf = (required: readonly DocumentKind[], of: WrittenKind): Level =>
    required.includes(kind) || (isUsage && isLeftOut(of, only)) ? 'skipped' : 'changed'
  const needs: Need[] = []
  if (merchantId !== null) {
    const level = levelOf(belowMerchants, 'merchants')
    needs.push({ of: 'merchants', id: merchantId, field: 'merchantId', fault: 'unknown_merchant', level })
  }
  if (userId !== null)
    needs.push({ of: 'people', id: userId, field: 'userId', fault: 'unknown_user', level: levelOf(ofPeople, 'users') })
  if (ownerId !== null)
    needs.push({ of: 'people', id: ownerId, field: 'ownerId', fault: 'unknown_user', level: 'changed' })
  const plansMerchant = kind === 'prices' ? (path.split('/')[1] ?? null) : merchantId
  const namesPlan = kind === 'prices' || kind === 'subscriptions' || (isUsage && isLeftOut('plans', only))
  if (planId !== null && plansMerchant !== null && namesPlan) {
    const below = { merchantId: plansMerchant, id: planId }
    needs.push({ of: 'plans', ...below, field: 'planId', fault: 'unknown_plan', level: levelOf(['prices'], 'plans') })
  }
  if (locationId !== null && merchantId !== null && isUsage && isLeftOut('locations', only)) {
    const below = { merchantId, id: locationId }
    needs.push({ of: 'locations', ...below, field: 'locationId', fault: 'unknown_location', level: 'skipped' })
  }
  if (subscriptionId !== null && isUsage && isLeftOut('subscriptions', only)) {
    const below = { userId, id: subscriptionId }
    needs.push({
      of: 'subscriptions',
      ...below,
      field: 'subscriptionId',
      fault: 'unknown_subscription',
      level: 'skipped',
    })
  }
  for (const id of merchantIds)
    needs.push({ of: 'merchants', id, field: 'merchantIds', fault: 'unknown_merchant', level: 'note' })
  return needs
}
