import type { Services } from '@quaff/platform/server/context'
import type { BrandImageKind } from '../contract'
import type { EncodedImage } from './encode-brand-image'
import { insertImportedImage } from './imported-image-store'
import { storeImage, type StoredImage } from './store-file'

/**
 * A picture of an import, before it takes its place. Whoever dies here leaves an upload that never finished, which the purge
 * clears away. Throws what the file store throws.
 */
export function storeImportedImage(
  services: Services,
  { merchantId, kind }: { merchantId: string; kind: BrandImageKind },
  image: EncodedImage,
): Promise<StoredImage> {
  return storeImage(services, image, (row) =>
    insertImportedImage(services.db, { ...row, merchantId, kind, uploadedBy: null }),
  )
}
