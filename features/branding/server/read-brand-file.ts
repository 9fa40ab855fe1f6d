import type { Services } from '@quaff/platform/server/context'
import { platformRefusals, refuse } from '@quaff/platform/shared/refusal'
import { findImageInUse } from './branding-store'
import { fileKey } from './store-file'

export type BrandFile = { bytes: Uint8Array; contentType: string; fileName: string }

const keyPattern = /^[0-9a-f]{64}\.webp$/

/** Anybody may see a logo in use: it stands on public pages. Refuses with FILE_STORE while the store is away. Null for every other key, without saying why. */
export async function readBrandFile(services: Services, storageKey: string): Promise<BrandFile | null> {
  if (!keyPattern.test(storageKey)) return null
  const image = await findImageInUse(services.db, storageKey)
  if (!image) return null
  const bytes = await services.files.get(fileKey(storageKey)).catch((error: unknown) => {
    services.log.error('brand_image_not_read', {
      imageId: image.id,
      error: error instanceof Error ? error.name : 'unknown',
    })
    throw refuse(platformRefusals, 'FILE_STORE', 'Couldn’t load the image. Try again in a few minutes.')
  })
  if (!bytes) {
    services.log.error('brand_image_missing', { imageId: image.id })
    return null
  }
  return { bytes, contentType: image.contentType, fileName: `${image.kind}.webp` }
}
