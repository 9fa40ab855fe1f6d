import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { merchantBankAccounts } from '@quaff/features/banking/tables'
import { brandFilePath, type BrandImageKind } from '@quaff/features/branding/contract'
import { brandImages } from '@quaff/features/branding/tables'
import { merchants } from '@quaff/features/merchants/tables'
import type { Queryable, Transaction } from '@quaff/platform/server'
import { idOf } from '@quaff/platform/shared/documents/read-fields'
import type { Kept } from '../../originals-rules'
import { type PictureDetails, picturePath, slotColumns } from '../../pictures-rules'
import type { PlacedPicture } from '../../report-contract'
import { importDocuments } from '../tables'

const imageAddress = sql`${`${brandFilePath}/`} || ${brandImages.storageKey}`
const inUse = and(isNotNull(brandImages.storedAt), isNull(brandImages.removedAt))

export type Place = PictureDetails & {
  merchantId: string
  /** An import created the merchant, so its picture may be imported. */
  isImported: boolean
  /** False if the merchant was deleted here. */
  isThere: boolean
}

/** Returns the picture slot of a merchant by its document path, or null if there is no such merchant. */
export async function findPlace(db: Queryable, merchantPath: string, slot: BrandImageKind): Promise<Place | null> {
  const path = picturePath(merchantPath, slot)
  const noted = await db
    .select({
      path: importDocuments.path,
      rowId: importDocuments.rowId,
      hash: importDocuments.hash,
      residue: importDocuments.residue,
    })
    .from(importDocuments)
    .where(inArray(importDocuments.path, [merchantPath, path]))
  const merchant = noted.find((one) => one.path === merchantPath)
  const picture = noted.find((one) => one.path === path)
  const merchantId = merchant?.rowId ?? idOf({ path: merchantPath, data: {} })
  const address = merchants[slotColumns[slot]]
  const image = db
    .select({ id: brandImages.id })
    .from(brandImages)
    .where(and(eq(brandImages.merchantId, merchants.id), inUse, sql`${imageAddress} = ${address}`))
  const [row] = await db
    .select({ address, isImage: sql<boolean>`exists ${image}` })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
  if (!row && !merchant) return null
  return {
    merchantId,
    isImported: merchant !== undefined,
    isThere: row !== undefined,
    known: picture ? { ...placedIn(picture.residue), sourceHash: picture.hash } : null,
    address: row?.address || null,
    isImage: row?.isImage ?? false,
  }
}

const placedIn = (residue: unknown) => residue as PlacedPicture

export type NotedPicture = PlacedPicture & { merchantId: string; slot: BrandImageKind }

/** Returns the pictures that imports have assigned to these merchants. */
export async function listPlaced(db: Queryable, merchantIds: readonly string[]): Promise<NotedPicture[]> {
  const { path, rowId, residue, kind } = importDocuments
  const rows = await db
    .select({ path, merchantId: rowId, residue })
    .from(importDocuments)
    .where(and(eq(kind, 'pictures'), inArray(rowId, [...merchantIds])))
  return rows.map((row) => ({ ...placedIn(row.residue), merchantId: row.merchantId, slot: slotOf(row.path) }))
}

/** Returns the assigned pictures that are still in use. */
export async function listHeld(db: Queryable, merchantIds: readonly string[]) {
  const { id, brandingLogoUrl, brandingLogoMarkUrl } = merchants
  const rows = await db
    .select({ id, brandingLogoUrl, brandingLogoMarkUrl })
    .from(merchants)
    .where(inArray(id, [...merchantIds]))
  const placed = await listPlaced(db, merchantIds)
  return placed.filter(({ merchantId, slot, image }) =>
    rows.some((row) => row.id === merchantId && row[slotColumns[slot]] === image),
  )
}

export const slotOf = (path: string) => (path.endsWith(':mark') ? 'mark' : 'logo')

/**
 * Returns a merchant with its bank details and its document record. Returns null if the merchant or the record is
 * missing.
 */
export async function findMerchantDocument(tx: Transaction, merchantId: string) {
  const [row] = await tx
    .select({ merchant: merchants, bank: merchantBankAccounts, kept: importDocuments })
    .from(merchants)
    .innerJoin(importDocuments, and(eq(importDocuments.kind, 'merchants'), eq(importDocuments.rowId, merchants.id)))
    .leftJoin(merchantBankAccounts, eq(merchantBankAccounts.merchantId, merchants.id))
    .where(eq(merchants.id, merchantId))
  return row ?? null
}

/**
 * Keeps the document unchanged after a slot of its row has changed. An earlier edit of the row still counts as an edit.
 */
export async function keepMerchantDocument(
  tx: Transaction,
  path: string,
  { originals, before, after }: { originals: Kept['originals']; before: number; after: number },
) {
  const { rowVersion } = importDocuments
  await tx
    .update(importDocuments)
    .set({ originals, rowVersion: sql`case when ${rowVersion} = ${before} then ${after} else ${rowVersion} end` })
    .where(eq(importDocuments.path, path))
}
