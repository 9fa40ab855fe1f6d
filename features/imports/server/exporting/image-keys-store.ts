import { and, asc, isNotNull, isNull } from 'drizzle-orm'
import { fileKey } from '@quaff/features/branding/server'
import { brandImages } from '@quaff/features/branding/tables'
import type { Transaction } from '@quaff/platform/server/context'

/** Of the images in use: names in the file store. */
export async function listImageKeys(tx: Transaction): Promise<string[]> {
  const rows = await tx
    .select({ key: brandImages.storageKey })
    .from(brandImages)
    .where(and(isNotNull(brandImages.storedAt), isNull(brandImages.removedAt), isNotNull(brandImages.merchantId)))
    .orderBy(asc(brandImages.storageKey))
  return rows.map(({ key }) => fileKey(key))
}
