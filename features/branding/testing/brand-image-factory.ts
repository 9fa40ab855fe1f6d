import { eq } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import type { Services } from '@quaff/platform/server'
import { brandImages } from '../server/tables'

type NewBrandImage = typeof brandImages.$inferInsert
export type BrandImageDetails = Partial<NewBrandImage>

/** The row of an image in use, with a key that looks like the real ones; overrides by argument. */
function buildBrandImage(services: Services, details: BrandImageDetails = {}): NewBrandImage {
  const now = services.clock.now()
  const name = Buffer.from(services.secrets.newToken(), 'base64url').toString('hex')
  return {
    id: services.ids.newId('img'),
    merchantId: 'mer_missing',
    kind: 'logo',
    storageKey: `${name}.webp`,
    contentType: 'image/webp',
    byteSize: 4,
    width: 64,
    height: 64,
    uploadedBy: null,
    createdAt: now,
    storedAt: now,
    removedAt: null,
    ...details,
  }
}

/** Creates an image with its file. It is in use unless it was removed or is still uploading. */
export async function insertBrandImage(services: Services, details: BrandImageDetails): Promise<NewBrandImage> {
  const image = buildBrandImage(services, details)
  await services.db.insert(brandImages).values(image)
  await services.files.put(`brand/${image.storageKey}`, Uint8Array.of(1, 2, 3, 4), 'image/webp')
  if (!image.storedAt || image.removedAt || !image.merchantId) return image
  const url = `/files/brand/${image.storageKey}`
  await services.db
    .update(merchants)
    .set(image.kind === 'logo' ? { brandingLogoUrl: url } : { brandingLogoMarkUrl: url })
    .where(eq(merchants.id, image.merchantId))
  return image
}
