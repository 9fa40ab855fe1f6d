import type { Services } from '@quaff/platform/server/context'
import type { BrandImageKind } from '../contract'
import type { EncodedImage } from './encode-brand-image'
import { insertImportedImage } from './imported-image-store'
import { storeImage, type StoredImage } from './store-file'

/**
 * Stores a picture of an import before it is put into use. If the process dies, the purge job removes the unfinished
 * upload. Throws the file store's errors.
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
