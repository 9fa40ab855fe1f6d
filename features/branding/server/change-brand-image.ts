import { merchantEvents } from '@quaff/features/merchants/contract'
import { lockMerchant, updateMerchantRow, type StoredMerchant } from '@quaff/features/merchants/server'
import type { OneMerchant } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import type { Context, Transaction } from '@quaff/platform/server/context'
import type { Locked } from '@quaff/platform/server/transaction'
import type { BrandImageKind } from '../contract'
import { lockedRefusal } from '../rules'
import { readBrandState, type BrandState } from './present-branding'

export function refuseWhenLocked(status: string): void {
  const refusal = lockedRefusal(status)
  if (refusal) throw refusal
}

/** The merchant is locked first: whoever changes the same branding waits for this transaction. */
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
): Promise<void> {
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
