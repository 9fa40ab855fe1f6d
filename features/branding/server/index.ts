import { routerOf } from '@quaff/platform/server/router'
import { brandingContract } from '../contract'
import { removeBrandImage, restoreBrandImage } from './change-brand-image'
import { getBranding } from './read-branding'

export { releaseImages, placeImportedImage } from './imported-image-store'
export { storeImportedImage } from './store-imported-image'
export { encodeBrandImage, encodePhoto, keptContentType } from './encode-brand-image'
export { fileKey } from './store-file'
export { seats, workQueue } from './work-queue'
export { purgeBrandImages } from './purge-brand-images'
export { urlOf as brandImageUrl, readBrandFile } from './read-branding'
export { uploadBrandImage } from './upload-brand-image'

export const brandingRouter = routerOf(brandingContract, {
  get: getBranding,
  remove: removeBrandImage,
  restore: restoreBrandImage,
})
