import { routerOf } from '@quaff/platform/server'
import { brandingContract } from '../contract'
import { removeBrandImage, restoreBrandImage } from './change-brand-image'
import { getBranding } from './read-branding'

export { releaseImages, placeImportedImage } from './branding-store'
export { storeImportedImage } from './store-file'
export { encodeBrandImage, encodePhoto, keptContentType } from './encode-brand-image'
export { fileKey } from './store-file'
export { seats, workQueue } from './work-queue'
export { purgeBrandImages } from './store-file'
export { urlOf as brandImageUrl, readBrandFile } from './read-branding'
export { uploadBrandImage } from './upload-brand-image'

export const brandingRouter = routerOf(brandingContract, {
  get: getBranding,
  remove: removeBrandImage,
  restore: restoreBrandImage,
})
