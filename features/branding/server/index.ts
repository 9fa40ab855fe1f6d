export { brandingRouter } from './branding-router'
export { purgeBrandImages } from './purge-brand-images'
export { readBrandFile } from './read-brand-file'
export { uploadBrandImage, type Upload } from './upload-brand-image'
