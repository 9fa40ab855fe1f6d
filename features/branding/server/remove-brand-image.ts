import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse, staleVersion } from '@quaff/platform/shared/refusal'
import type { Branding, RemoveBrandImageInput } from '../contract'
import { brandingPermissions } from '../permissions'
import { brandingRefusals } from '../refusals'
import { retireImages } from './branding-store'
import { lockBrandState, setBrandUrl } from './change-brand-image'
import { imageInUse, presentBranding, readBrandState } from './present-branding'

/** The file stays for a day, so that the removal can be undone; nobody can open it meanwhile. */
export async function removeBrandImage(ctx: Context, input: RemoveBrandImageInput): Promise<Branding> {
  const actor = authorize(ctx.actor, brandingPermissions, 'branding.change')
  const scope = scopeToMerchant(actor, input.merchantId)
  return inTransaction(ctx, async (tx) => {
    const { merchant, state } = await lockBrandState(ctx, tx, scope)
    const current = imageInUse(state, input.kind)
    if (!current) throw refuse(brandingRefusals, 'EMPTY', input.kind)
    if (current.version !== input.version) throw staleVersion()
    await retireImages(tx, merchant, input.kind, ctx.clock.now())
    await setBrandUrl(ctx, tx, merchant, { kind: input.kind, url: null })
    return presentBranding(await readBrandState(tx, scope, ctx.clock.now()))
  })
}
