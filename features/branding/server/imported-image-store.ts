import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import { brandFilePath } from '../contract'
import { brandImages } from './tables'

/** Inserts the row of an imported image before its upload. */
export async function insertImportedImage(db: Queryable, image: typeof brandImages.$inferInsert): Promise<void> {
  await db.insert(brandImages).values(image)
}

/** False when the row is gone: it took so long that it was purged. The caller holds the merchant. */
export async function placeImportedImage(tx: Transaction, imageId: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(brandImages)
    .set({ storedAt: now })
    .where(and(eq(brandImages.id, imageId), isNull(brandImages.storedAt)))
    .returning({ id: brandImages.id })
  return rows.length > 0
}

/** Releases images that no slot of these merchants uses; the purge deletes file and row. */
export async function releaseImages(tx: Transaction, merchantIds: readonly string[]): Promise<void> {
  const address = sql`${`${brandFilePath}/`} || ${brandImages.storageKey}`
  await tx
    .update(brandImages)
    .set({ merchantId: null })
    .where(
      and(
        inArray(brandImages.merchantId, [...merchantIds]),
        isNotNull(brandImages.storedAt),
        isNull(brandImages.removedAt),
        sql`not exists (select from ${merchants} where ${merchants.id} = ${brandImages.merchantId}
          and ${address} in (${merchants.brandingLogoUrl}, ${merchants.brandingLogoMarkUrl}))`,
      ),
    )
}
