import {
  adminDocumentRows,
  findPeopleVersions,
  invitationDocumentRows,
  readInvitationDocument,
  withoutInvitationSecrets,
  writeAdminDocument,
  writeInvitationDocument,
} from '@quaff/features/accounts/server'
import { activityDocumentRows, readActivityDocument, writeActivityDocument } from '@quaff/features/activity/server'
import { locationDocumentRows, readLocationDocument, writeLocationDocument } from '@quaff/features/locations/server'
import {
  applicationDocumentRows,
  merchantDocumentRows,
  readApplicationDocument,
  writeApplicationDocument,
} from '@quaff/features/merchants/server'
import {
  planDocumentRows,
  priceDocumentRows,
  readPlanDocument,
  readPriceDocument,
  writePlanDocument,
  writePriceDocument,
} from '@quaff/features/plans/server'
import { promotionDocumentRows, readPromotionDocument, writePromotionDocument } from '@quaff/features/promotions/server'
import type { Services, Transaction } from '@quaff/platform/server'
import { parentIdOf } from '@quaff/platform/shared/documents/read-fields'
import type { RowKind } from '../../kinds-rules'
import type { ImportRun } from '../runs/run-store'
import { type Checked, type GoneReference, kindTarget, type KindTarget, type Parent } from './kind-target'
import { merchantTarget } from './merchant-target'
import { peopleTargets, readGrantedAdmin } from './people-targets'
import type { RenamedIds } from './renamed-ids'
import { usageTargets } from './usage-targets'

/** Returns the old id of the merchant of a document below a plan. */
const merchantOf = (path: string) => parentIdOf({ path: path.split('/').slice(0, -2).join('/'), data: {} }) ?? ''
const merchant = (id: string): Parent => ({ kind: 'merchants', id, fault: 'unknown_merchant' })
const person = (id: string): Parent => ({ kind: 'users', id, fault: 'unknown_user' })

/** Returns the target of each kind. The old audit log has none, because its entries cannot be undone. */
export function kindTargets(
  services: Services,
  run: Pick<ImportRun, 'id' | 'options'>,
  renamedIds: RenamedIds,
): Record<RowKind, KindTarget> {
  const { options } = run
  return {
    ...peopleTargets(services, options),
    ...usageTargets(services, run, renamedIds),
    admins: kindTarget({
      read: (document) => readGrantedAdmin(document, options),
      rows: adminDocumentRows,
      document: writeAdminDocument,
      rename: (row, userId) => ({ ...row, userId }),
      resolve: (row, renamed) => ({ ...row, userId: renamed.user(row.userId) }),
      parents: ({ userId }) => [person(userId)],
    }),
    invitations: kindTarget({
      read: readInvitationDocument,
      rows: invitationDocumentRows,
      document: writeInvitationDocument,
      withoutSecrets: withoutInvitationSecrets,
      rename: (row, userId) => ({ ...row, userId }),
      resolve: (row, renamed) => ({
        ...row,
        userId: renamed.user(row.userId),
        merchantIds: row.merchantIds?.map((id) => renamed.merchant(id)),
      }),
      parents: ({ userId }) => [person(userId)],
    }),
    merchants: merchantTarget,
    applications: kindTarget({
      read: readApplicationDocument,
      rows: applicationDocumentRows,
      document: writeApplicationDocument,
      withoutGone: applicationsWithoutGone,
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
      document: writeLocationDocument,
      rename: (row, id) => ({ ...row, id }),
      resolve: (row, renamed) => ({ ...row, merchantId: renamed.merchant(row.merchantId) }),
      parents: ({ merchantId }) => [merchant(merchantId)],
    }),
    plans: kindTarget({
      read: readPlanDocument,
      rows: planDocumentRows,
      document: writePlanDocument,
      rename: (row, id) => ({ ...row, id }),
      resolve: (row, renamed) => ({ ...row, merchantId: renamed.merchant(row.merchantId) }),
      parents: ({ merchantId }) => [merchant(merchantId)],
    }),
    prices: kindTarget({
      read: readPriceDocument,
      rows: priceDocumentRows,
      document: writePriceDocument,
      rename: (row, id) => ({ ...row, id }),
      resolve: (row, renamed, { path }) => ({ ...row, planId: renamed.plan(row.planId, merchantOf(path)) }),
      parents: ({ planId }, renamed, { path }) => [
        { kind: 'plans', id: planId, merchantId: renamed.merchant(merchantOf(path)), fault: 'unknown_plan' },
      ],
    }),
    promotions: kindTarget({
      read: readPromotionDocument,
      rows: promotionDocumentRows,
      document: writePromotionDocument,
      // A promotion has no id: its merchant and name identify it.
      rename: (row) => row,
      resolve: (row, renamed) => ({ ...row, merchantId: renamed.merchant(row.merchantId) }),
      parents: ({ merchantId }) => [merchant(merchantId)],
    }),
    activity: kindTarget({
      read: readActivityDocument,
      rows: activityDocumentRows,
      document: writeActivityDocument,
      rename: (row, id) => ({ ...row, id }),
      resolve: (row, renamed) => ({ ...row, userId: renamed.user(row.userId) }),
      parents: ({ userId }) => [person(userId)],
    }),
  }
}

type ApplicationRow = Parameters<typeof applicationDocumentRows.idOf>[0]

async function applicationsWithoutGone(tx: Transaction, rows: readonly ApplicationRow[]) {
  const idsOf = (pick: (row: ApplicationRow) => string | null | undefined) => rows.flatMap((row) => pick(row) ?? [])
  const people = await findPeopleVersions(
    tx,
    idsOf(({ userId }) => userId),
  )
  const merchants = await merchantDocumentRows.versions(
    tx,
    idsOf(({ merchantId }) => merchantId),
  )
  return rows.map((row): Checked<ApplicationRow> => {
    const gone: GoneReference[] = []
    if (row.userId && !people.has(row.userId)) gone.push({ field: 'userId', fault: 'unknown_user' })
    if (row.merchantId && !merchants.has(row.merchantId)) gone.push({ field: 'merchantId', fault: 'unknown_merchant' })
    const cleared = Object.fromEntries(gone.map(({ field }) => [field, null]))
    return { row: { ...row, ...cleared }, gone }
  })
}
