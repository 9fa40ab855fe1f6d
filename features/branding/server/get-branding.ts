import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { Branding } from '../contract'
import { brandingPermissions } from '../permissions'
import { presentBranding, readBrandState } from './present-branding'

export async function getBranding(ctx: Context, { merchantId }: { merchantId: string }): Promise<Branding> {
  const actor = authorize(ctx.actor, brandingPermissions, 'branding.get')
  return presentBranding(await readBrandState(ctx.db, scopeToMerchant(actor, merchantId), ctx.clock.now()))
}
