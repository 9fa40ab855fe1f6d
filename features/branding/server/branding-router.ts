import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { brandingContract } from '../contract'
import { getBranding } from './get-branding'
import { removeBrandImage } from './remove-brand-image'
import { restoreBrandImage } from './restore-brand-image'

const os = implement(brandingContract).$context<Context>()

export const brandingRouter = os.router({
  get: os.get.handler(({ context, input }) => getBranding(context, input)),
  remove: os.remove.handler(({ context, input }) => removeBrandImage(context, input)),
  restore: os.restore.handler(({ context, input }) => restoreBrandImage(context, input)),
})
