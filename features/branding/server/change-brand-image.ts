import { merchantEvents } from '@quaff/features/merchants/contract'
import { lockMerchant, type StoredMerchant, updateMerchantRow } from '@quaff/features/merchants/server'
import { type OneMerchant, scopeToMerchant } from '@quaff/features/sessions/server'
import {
  authorize,
  type Context,
  inTransaction,
  type Locked,
  recordAudit,
  refuse,
  staleVersion,
  type Transaction,
} from '@quaff/platform/server'
import type { BrandImageKind, Branding, RemoveBrandImageInput, RestoreBrandImageInput } from '../contract'
import { brandingPermissions } from '../permissions'
import { brandingRefusals } from '../refusals'
import { lockedRefusal } from '../rules'
import { restoreImage, retireImages } from './branding-store'
import { type BrandState, imageInUse, lastRemoved, presentBranding, readBrandState, urlOf } from './read-branding'

export function refuseWhenLocked(status: string) {
  const refusal = lockedRefusal(status)
  if (refusal) throw refusal
}

/** Locks the merchant first, so concurrent changes of the same branding wait for this transaction. */
export async function lockBrandState(
  ctx: Context,
  tx: Transaction,
  scope: OneMerchant,
): Promise<{ merchant: Locked<StoredMerchant>; state: BrandState }> {
  const merchant = await lockMerchant(tx, scope)
  refuseWhenLocked(merchant.status)
  return { merchant, state: await readBrandState(tx, scope, ctx.clock.now()) }
}

/** Merchant, version, live event and audit; the rows of the images are the caller's. `url`: null empties the place. */
export async function setBrandUrl(
  ctx: Context,
  tx: Transaction,
  merchant: Locked<StoredMerchant>,
  { kind, url }: { kind: BrandImageKind; url: string | null },
) {
  const column = kind === 'logo' ? 'brandingLogoUrl' : 'brandingLogoMarkUrl'
  const now = ctx.clock.now()
  await updateMerchantRow(tx, merchant, { [column]: url, brandingUpdatedAt: now }, now)
  await recordAudit(ctx, tx, {
    action: 'update_branding',
    targetType: 'merchant',
    event: merchantEvents.updated,
    targetId: merchant.id,
    merchantId: merchant.id,
    before: { [column]: merchant[column] },
    after: { [column]: url },
  })
}

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

/** Keeps the file for a day, so that the removal can be undone. It cannot be opened during that day. */
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
