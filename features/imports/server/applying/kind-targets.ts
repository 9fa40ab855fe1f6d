import { adminDocumentRows, invitationDocumentRows, readInvitationDocument } from '@quaff/features/accounts/server'
import { activityDocumentRows, readActivityDocument } from '@quaff/features/activity/server'
import { locationDocumentRows, readLocationDocument } from '@quaff/features/locations/server'
import { applicationDocumentRows, readApplicationDocument } from '@quaff/features/merchants/server'
import { planDocumentRows, priceDocumentRows, readPlanDocument, readPriceDocument } from '@quaff/features/plans/server'
import { promotionDocumentRows, readPromotionDocument } from '@quaff/features/promotions/server'
import type { Services } from '@quaff/platform/server/context'
import { parentIdOf } from '@quaff/platform/shared/documents/reading'
import type { WrittenKind } from '../../kinds/rules'
import type { ImportRun } from '../runs/run-store'
import { kindTarget, type KindTarget, type Parent } from './kind-target'
import { merchantTarget } from './merchant-target'
import { peopleTargets, readGrantedAdmin } from './people-targets'
import { usageTargets } from './usage-targets'

const merchant = (id: string): Parent => ({ kind: 'merchants', id, fault: 'unknown_merchant' })
const person = (id: string): Parent => ({ kind: 'users', id, fault: 'unknown_user' })

/** Where each kind goes; the log of the old system is a matter of its own, since it can't be taken back. */
export function kindTargets(
  services: Services,
  run: Pick<ImportRun, 'id' | 'options'>,
): Record<WrittenKind, KindTarget> {
  const { options } = run
  return {
    ...peopleTargets(services, options),
    ...usageTargets(services, run),
    admins: kindTarget({
      read: (document) => readGrantedAdmin(document, options),
      rows: adminDocumentRows,
      rename: (row, userId) => ({ ...row, userId }),
      resolve: (row, renamed) => ({ ...row, userId: renamed.user(row.userId) }),
      parent: ({ userId }) => person(userId),
    }),
    invitations: kindTarget({
      read: readInvitationDocument,
      rows: invitationDocumentRows,
      rename: (row, userId) => ({ ...row, userId }),
      resolve: (row, renamed) => ({
        ...row,
        userId: renamed.user(row.userId),
        merchantIds: row.merchantIds?.map((id) => renamed.merchant(id)),
      }),
      parent: ({ userId }) => person(userId),
    }),
    merchants: merchantTarget,
    applications: kindTarget({
      read: readApplicationDocument,
      rows: applicationDocumentRows,
      rename: (row, id) => ({ ...row, id }),
      resolve: (row, renamed) => ({
        ...row,
        userId: renamed.user(row.userId),
        merchantId: renamed.merchant(row.merchantId),
      }),
    }),
    locations: kindTarget({
      read: readLocationDocument,
      rows: locationDocumentRows,
      rename: (row, id) => ({ ...row, id }),
      resolve: (row, renamed) => ({ ...row, merchantId: renamed.merchant(row.merchantId) }),
      parent: ({ merchantId }) => merchant(merchantId),
    }),
    plans: kindTarget({
      read: readPlanDocument,
      rows: planDocumentRows,
      rename: (row, id) => ({ ...row, id }),
      resolve: (row, renamed) => ({ ...row, merchantId: renamed.merchant(row.merchantId) }),
      parent: ({ merchantId }) => merchant(merchantId),
    }),
    prices: kindTarget({
      read: readPriceDocument,
      rows: priceDocumentRows,
      rename: (row, id) => ({ ...row, id }),
      resolve: (row, renamed, { path }) => ({
        ...row,
        planId: renamed.plan(row.planId, parentIdOf({ path: path.split('/').slice(0, -2).join('/'), data: {} }) ?? ''),
      }),
      parent: ({ planId }) => ({ kind: 'plans', id: planId, fault: 'unknown_plan' }),
    }),
    promotions: kindTarget({
      read: readPromotionDocument,
      rows: promotionDocumentRows,
      // It has no id of its own: its merchant and its name are one.
      rename: (row) => row,
      resolve: (row, renamed) => ({ ...row, merchantId: renamed.merchant(row.merchantId) }),
      parent: ({ merchantId }) => merchant(merchantId),
    }),
    activity: kindTarget({
      read: readActivityDocument,
      rows: activityDocumentRows,
      rename: (row, id) => ({ ...row, id }),
      resolve: (row, renamed) => ({ ...row, userId: renamed.user(row.userId) }),
      parent: ({ userId }) => person(userId),
    }),
  }
}
