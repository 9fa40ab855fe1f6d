import { and, asc, desc, eq, gt, isNotNull, isNull, lt, or, sql, inArray } from 'drizzle-orm'
import type { StoredMerchant } from '@quaff/features/merchants/server'
import { merchants } from '@quaff/features/merchants/tables'
import { merchantNotFound, scopeWhere, type OneMerchant } from '@quaff/features/sessions/server'
import { inText, type Locked, pick, type Queryable, type Transaction } from '@quaff/platform/server'
import { type BrandImageKind, brandFilePath } from '../contract'
import { brandImages } from './tables'

export type StoredBrandImage = typeof brandImages.$inferSelect

export type BrandedMerchant = Awaited<ReturnType<typeof getBrandedMerchant>>

/** A foreign merchant is answered like a missing one. */
export async function getBrandedMerchant(db: Queryable, scope: OneMerchant) {
  const [row] = await db
    .select({
      ...pick(merchants, 'id', 'name', 'status', 'logoUrl'),
      ...pick(merchants, 'brandingLogoUrl', 'brandingLogoMarkUrl', 'brandingUpdatedAt'),
    })
    .from(merchants)
    .where(scopeWhere(scope, merchants.id))
  if (!row) throw merchantNotFound()
  return row
}

/** Returns at most four: per kind the current image, and the last one removed since `removedAfter`. */
export async function listLatestImages(db: Queryable, scope: OneMerchant, removedAfter: Date) {
  const isRemoved = sql`(${brandImages.removedAt} is not null)`
  return db
    .selectDistinctOn([brandImages.kind, isRemoved])
    .from(brandImages)
    .where(
      and(
        scopeWhere(scope, brandImages.merchantId),
        isNotNull(brandImages.storedAt),
        or(isNull(brandImages.removedAt), gt(brandImages.removedAt, removedAfter)),
      ),
    )
    .orderBy(asc(brandImages.kind), isRemoved, desc(brandImages.removedAt), desc(brandImages.id))
}

export async function insertUploadedImage(
  db: Queryable,
  { id: merchantId }: OneMerchant,
  image: Omit<typeof brandImages.$inferInsert, 'merchantId'>,
) {
  await db.insert(brandImages).values({ ...image, merchantId })
}

/** Puts a stored image into use. False when the row is gone: the upload took so long that it was purged. */
export async function useImage(tx: Transaction, merchant: Locked<StoredMerchant>, imageId: string, now: Date) {
  const rows = await tx
    .update(brandImages)
    .set({ storedAt: now })
    .where(and(isImageOf(merchant, imageId), isNull(brandImages.storedAt)))
    .returning({ id: brandImages.id })
  return rows.length > 0
}

export async function retireImages(
  tx: Transaction,
  { id: merchantId }: Locked<StoredMerchant>,
  kind: BrandImageKind,
  now: Date,
) {
  await tx
    .update(brandImages)
    .set({ removedAt: now })
    .where(
      and(
        eq(brandImages.merchantId, merchantId),
        eq(brandImages.kind, kind),
        isNotNull(brandImages.storedAt),
        isNull(brandImages.removedAt),
      ),
    )
}

export async function restoreImage(tx: Transaction, merchant: Locked<StoredMerchant>, imageId: string) {
  await tx.update(brandImages).set({ removedAt: null }).where(isImageOf(merchant, imageId))
}

const isImageOf = (merchant: Locked<StoredMerchant>, imageId: string) =>
  and(eq(brandImages.merchantId, merchant.id), eq(brandImages.id, imageId))

/** Undefined for an upload under way, a removed image and an unknown key alike. */
export async function findImageInUse(db: Queryable, storageKey: string) {
  const [row] = await db
    .select()
    .from(brandImages)
    .where(
      and(
        eq(brandImages.storageKey, storageKey),
        isNotNull(brandImages.storedAt),
        isNull(brandImages.removedAt),
        isNotNull(brandImages.merchantId),
      ),
    )
  return row
}

export type PurgeBounds = { startedBefore: Date; removedBefore: Date }

export async function listPurgeableImages(db: Queryable, bounds: PurgeBounds, limit: number) {
  return db
    .select({ id: brandImages.id, storageKey: brandImages.storageKey })
    .from(brandImages)
    .where(isPurgeable(bounds))
    .orderBy(asc(brandImages.createdAt))
    .limit(inText(limit))
}

export async function deletePurgeableImage(db: Queryable, imageId: string, bounds: PurgeBounds) {
  await db.delete(brandImages).where(and(eq(brandImages.id, imageId), isPurgeable(bounds)))
}

/** Deletes the image of a failed upload. Returns false if it is in use after all. */
export async function deleteUnusedImage(db: Queryable, imageId: string) {
  const rows = await db
    .delete(brandImages)
    .where(and(eq(brandImages.id, imageId), isNull(brandImages.storedAt)))
    .returning({ id: brandImages.id })
  return rows.length > 0
}

function isPurgeable({ startedBefore, removedBefore }: PurgeBounds) {
  return or(
    and(isNull(brandImages.storedAt), lt(brandImages.createdAt, startedBefore)),
    lt(brandImages.removedAt, removedBefore),
    isNull(brandImages.merchantId),
  )
}

/** Inserts the row of an imported image before its upload. */
export async function insertImportedImage(db: Queryable, image: typeof brandImages.$inferInsert) {
  await db.insert(brandImages).values(image)
}

/** False when the row is gone: it took so long that it was purged. The caller holds the merchant. */
export async function placeImportedImage(tx: Transaction, imageId: string, now: Date) {
  const rows = await tx
    .update(brandImages)
    .set({ storedAt: now })
    .where(and(eq(brandImages.id, imageId), isNull(brandImages.storedAt)))
    .returning({ id: brandImages.id })
  return rows.length > 0
}

/** Releases images that no slot of these merchants uses; the purge deletes file and row. */
export async function releaseImages(tx: Transaction, merchantIds: readonly string[]) {
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
