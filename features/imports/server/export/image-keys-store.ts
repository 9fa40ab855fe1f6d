import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { brandFilePath } from '@quaff/features/branding/contract'
import { fileKey } from '@quaff/features/branding/server'
import { brandImages } from '@quaff/features/branding/tables'
import type { Transaction } from '@quaff/platform/server/context'
import type { PlacedPicture } from '../../pictures-contract'
import { exportedName } from '../../pictures-rules'
import { importDocuments } from '../tables'

/** An image in use: its name in the file store, and where the address in the exported document leads. */
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
