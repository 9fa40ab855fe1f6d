import { writeActivityDocument } from '@quaff/features/activity/server'
import { writeLocationDocument } from '@quaff/features/locations/server'
import { writeApplicationDocument } from '@quaff/features/merchants/server'
import { writePlanDocument, writePriceDocument } from '@quaff/features/plans/server'
import { writePromotionDocument } from '@quaff/features/promotions/server'
import { writeRedemptionDocument } from '@quaff/features/redemptions/server'
import { writeAuditDocument } from '@quaff/features/settings/server'
import { writeSubscriptionDocument } from '@quaff/features/subscriptions/server'
import type { DocumentKind } from '../../kinds-rules'
import { writeMerchantWithBank } from '../apply/merchant-target'
import { exportedKind, type ExportedKind } from './exported-kind'
import {
  activityPages,
  applicationPages,
  auditPages,
  locationPages,
  merchantPages,
  planPages,
  pricePages,
  promotionPages,
  redemptionPages,
  subscriptionPages,
} from './row-pages-store'

type OfPerson = { id: string; userId: string | null }

/** Without a person it lies at the top. */
const ofPerson =
  (collection: string) =>
  ({ id, userId }: OfPerson, old: (kind: DocumentKind, id: string) => string) =>
    userId === null ? `${collection}/${id}` : `users/${old('users', userId)}/${collection}/${id}`

/** Venues, what they sell, and what was bought and drunk. */
export const businessKinds: readonly ExportedKind[] = [
  exportedKind({
    kind: 'merchants',
    rows: merchantPages,
    idOf: ({ merchant }) => merchant.id,
    path: ({ merchant }) => `merchants/${merchant.id}`,
    document: writeMerchantWithBank,
  }),
  exportedKind({
    kind: 'applications',
    rows: applicationPages,
    idOf: ({ id }) => id,
    path: ({ id }) => `merchantApplications/${id}`,
    document: writeApplicationDocument,
  }),
  exportedKind({
    kind: 'locations',
    rows: locationPages,
    idOf: ({ id }) => id,
    path: ({ id, merchantId }, old) => `merchants/${old('merchants', merchantId)}/locations/${id}`,
    document: writeLocationDocument,
  }),
  exportedKind({
    kind: 'plans',
    rows: planPages,
    idOf: ({ id }) => id,
    path: ({ id, merchantId }, old) => `merchants/${old('merchants', merchantId)}/subscriptionPlans/${id}`,
    document: writePlanDocument,
  }),
  exportedKind({
    kind: 'prices',
    rows: pricePages,
    idOf: ({ id }) => id,
    path: ({ id, planId, merchantId }, old) =>
      `merchants/${old('merchants', merchantId)}/subscriptionPlans/${old('plans', planId)}/prices/${id}`,
    document: writePriceDocument,
  }),
  exportedKind({
    kind: 'promotions',
    rows: promotionPages,
    idOf: ({ merchantId, promotionId }) => `${merchantId}/${promotionId}`,
    path: ({ merchantId, promotionId }, old) => `merchants/${old('merchants', merchantId)}/promotions/${promotionId}`,
    document: writePromotionDocument,
  }),
  exportedKind({
    kind: 'subscriptions',
    rows: subscriptionPages,
    idOf: ({ id }) => id,
    path: ofPerson('subscriptions'),
    document: writeSubscriptionDocument,
  }),
  exportedKind({
    kind: 'redemptions',
    rows: redemptionPages,
    idOf: ({ id }) => id,
    path: ofPerson('redemptions'),
    document: writeRedemptionDocument,
  }),
  exportedKind({
    kind: 'activity',
    rows: activityPages,
    idOf: ({ id }) => id,
    path: ({ id }) => `userActivity/${id}`,
    document: writeActivityDocument,
  }),
  exportedKind({
    kind: 'audit',
    rows: auditPages,
    idOf: ({ id }) => id,
    path: ({ id }) => `adminAuditLogs/${id}`,
    document: writeAuditDocument,
  }),
]
