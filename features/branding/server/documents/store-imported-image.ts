import type { Services } from '@quaff/platform/server/context'
import type { BrandImageKind } from '../../contract'
import type { EncodedImage } from '../images/encode-brand-image'
import { storeImage, type StoredImage } from '../images/store-file'
import { insertImportedImage } from './imported-image-store'

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
