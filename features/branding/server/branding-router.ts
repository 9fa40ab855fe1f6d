import { routerOf } from '@quaff/platform/server/router'
import { brandingContract } from '../contract'
import { getBranding } from './get-branding'
import { removeBrandImage } from './remove-brand-image'
import { restoreBrandImage } from './restore-brand-image'

export const brandingRouter = routerOf(brandingContract, {
  get: getBranding,
  remove: removeBrandImage,
  restore: restoreBrandImage,
})
