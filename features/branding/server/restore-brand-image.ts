import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import type { Branding, RestoreBrandImageInput } from '../contract'
import { brandingPermissions } from '../permissions'
import { brandingRefusals } from '../refusals'
import { restoreImage } from './branding-store'
import { lockBrandState, setBrandUrl } from './change-brand-image'
import { imageInUse, lastRemoved, presentBranding, readBrandState, urlOf } from './present-branding'

export async function restoreBrandImage(ctx: Context, input: RestoreBrandImageInput): Promise<Branding> {
  const actor = authorize(ctx.actor, brandingPermissions, 'branding.change')
  const scope = scopeToMerchant(actor, input.merchantId)
  return inTransaction(ctx, async (tx) => {
    const { merchant, state } = await lockBrandState(ctx, tx, scope)
    const image = lastRemoved(state, input.kind)
    if (!image) throw refuse(brandingRefusals, 'NOTHING_REMOVED')
    if (imageInUse(state, input.kind)) throw refuse(brandingRefusals, 'REPLACED', input.kind)
    await restoreImage(tx, merchant, image.id)
    await setBrandUrl(ctx, tx, merchant, { kind: input.kind, url: urlOf(image) })
    return presentBranding(await readBrandState(tx, scope, ctx.clock.now()))
  })
}
