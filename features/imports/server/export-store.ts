import { and, asc, eq, gt, inArray, isNotNull, isNull, sql, type InferSelectModel } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { adminRecords, pendingInvitations, users } from '@quaff/features/accounts/tables'
import { userActivity } from '@quaff/features/activity/tables'
import { merchantBankAccounts } from '@quaff/features/banking/tables'
import { brandFilePath } from '@quaff/features/branding/contract'
import { fileKey } from '@quaff/features/branding/server'
import { brandImages } from '@quaff/features/branding/tables'
import { locations } from '@quaff/features/locations/tables'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { planPrices, subscriptionPlans } from '@quaff/features/plans/tables'
import { merchantPromotions } from '@quaff/features/promotions/tables'
import { redemptions } from '@quaff/features/redemptions/tables'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { inText, type Transaction } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import type { DocumentKind } from '../kinds-rules'
import { restored, type Kept } from '../originals-rules'
import { exportedName } from '../pictures-rules'
import type { PlacedPicture } from '../report-contract'
import { importDocuments } from './tables'

export const personPages = (tx: Transaction) => pagesOf(tx, users, { id: users.id })
export const adminPages = (tx: Transaction) => pagesOf(tx, adminRecords, { userId: adminRecords.userId })
export const invitationPages = (tx: Transaction) =>
  pagesOf(tx, pendingInvitations, { userId: pendingInvitations.userId })
export const applicationPages = (tx: Transaction) => pagesOf(tx, merchantApplications, { id: merchantApplications.id })
export const locationPages = (tx: Transaction) => pagesOf(tx, locations, { id: locations.id })
export const planPages = (tx: Transaction) => pagesOf(tx, subscriptionPlans, { id: subscriptionPlans.id })
export const subscriptionPages = (tx: Transaction) => pagesOf(tx, subscriptions, { id: subscriptions.id })
export const activityPages = (tx: Transaction) => pagesOf(tx, userActivity, { id: userActivity.id })
export const auditPages = (tx: Transaction) => pagesOf(tx, adminAuditLogs, { sequence: adminAuditLogs.sequence })

export const redemptionPages = (tx: Transaction) =>
  pagesOf(tx, redemptions, { redeemedAt: redemptions.redeemedAt, id: redemptions.id })

export const promotionPages = (tx: Transaction) =>
  pagesOf(tx, merchantPromotions, {
    merchantId: merchantPromotions.merchantId,
    promotionId: merchantPromotions.promotionId,
  })

/** A merchant's document includes its bank details. */
export async function* merchantPages(tx: Transaction) {
  for await (const rows of pagesOf(tx, merchants, { id: merchants.id })) {
    const ids = rows.map(({ id }) => id)
    const banks = await tx.select().from(merchantBankAccounts).where(inArray(merchantBankAccounts.merchantId, ids))
    const bankOf = new Map(banks.map((bank) => [bank.merchantId, bank]))
    yield rows.map((merchant) => ({ merchant, bank: bankOf.get(merchant.id) ?? null }))
  }
}

/** Adds the merchant, which only the plan of a price knows. */
export async function* pricePages(tx: Transaction) {
  for await (const rows of pagesOf(tx, planPrices, { id: planPrices.id })) {
    const ids = rows.map(({ planId }) => planId)
    const { id, merchantId } = subscriptionPlans
    const plans = await tx.select({ id, merchantId }).from(subscriptionPlans).where(inArray(id, ids))
    const merchantOf = new Map(plans.map((plan) => [plan.id, plan.merchantId]))
    yield rows.map((price) => ({ ...price, merchantId: merchantOf.get(price.planId) ?? '' }))
  }
}

const pageSize = 500

/** Yields all rows of a table in key order, with one page in memory. `keys` has the names of the row's properties. */
async function* pagesOf<T extends PgTable>(
  tx: Transaction,
  table: T,
  keys: Readonly<Record<string, PgColumn>>,
): AsyncGenerator<InferSelectModel<T>[]> {
  const columns = Object.values(keys)
  let last: InferSelectModel<T> | undefined
  do {
    const values = Object.entries(keys).map(([name, column]) => sql.param(Reflect.get(last ?? {}, name), column))
    const after = last && sql`(${sql.join(columns, sql`, `)}) > (${sql.join(values, sql`, `)})`
    const rows = await tx
      .select()
      .from(table as PgTable)
      .where(after)
      .orderBy(...columns)
      .limit(inText(pageSize))
    if (rows.length > 0) yield rows as InferSelectModel<T>[]
    last = rows.length < pageSize ? undefined : (rows.at(-1) as InferSelectModel<T>)
  } while (last)
}

/** An image in use: its key in the file store and its file name in the export. */
export type ExportedImage = { key: string; name: string }

export async function listExportedImages(tx: Transaction): Promise<ExportedImage[]> {
  const { residue, kind, rowId } = importDocuments
  const isOfImage = sql`${residue} ->> 'image' = ${`${brandFilePath}/`} || ${brandImages.storageKey}`
  const rows = await tx
    .select({ key: brandImages.storageKey, residue })
    .from(brandImages)
    .leftJoin(importDocuments, and(eq(kind, 'pictures'), eq(rowId, brandImages.merchantId), isOfImage))
    .where(and(isNotNull(brandImages.storedAt), isNull(brandImages.removedAt), isNotNull(brandImages.merchantId)))
    .orderBy(asc(brandImages.storageKey))
  return rows.map((row) => {
    const key = fileKey(row.key)
    return {
      key,
      name: exportedName(row.residue ? (row.residue as PlacedPicture).object : { bucket: null, path: key }),
    }
  })
}

export type KeptDocument = Kept & { path: string; rowVersion: number | null }

/** Returns the stored parts of the original documents, by row id. */
export async function findKept(tx: Transaction, kind: DocumentKind, rowIds: readonly string[]) {
  const { path, rowId, residue, originals, rowVersion } = importDocuments
  const rows = await tx
    .select({ path, rowId, residue, originals, rowVersion })
    .from(importDocuments)
    .where(and(eq(importDocuments.kind, kind), inArray(rowId, [...rowIds])))
  return new Map(rows.map(({ rowId: id, ...kept }) => [id, kept]))
}

/** Yields the documents of unknown collections, which were stored unchanged. */
export async function* keptWhole(tx: Transaction): AsyncGenerator<SourceDocument[]> {
  let last = ''
  for (;;) {
    const rows = await tx
      .select()
      .from(importDocuments)
      .where(
        and(eq(importDocuments.kind, 'others'), isNotNull(importDocuments.residue), gt(importDocuments.path, last)),
      )
      .orderBy(asc(importDocuments.path))
      .limit(inText(pageSize))
    if (rows.length > 0) yield rows.map((row) => restored(row.path, {}, row))
    if (rows.length < pageSize) return
    last = rows.at(-1)?.path ?? ''
  }
}
