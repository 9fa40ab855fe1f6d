import { routerOf } from '@quaff/platform/server/router'
import { brandingContract } from '../contract'
import { removeBrandImage, restoreBrandImage } from './change-brand-image'
import { getBranding } from './read-branding'

export const brandingRouter = routerOf(brandingContract, {
  get: getBranding,
  remove: removeBrandImage,
  restore: restoreBrandImage,
})
