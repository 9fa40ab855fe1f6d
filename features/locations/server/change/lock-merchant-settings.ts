import { merchantNotFound, type MerchantScope } from '@quaff/features/sessions/server'
import type { Transaction } from '@quaff/platform/server/context'
import { addRefusal, changeRefusal } from '../../rules'
import { countLocations } from '../location-store'
import { lockMerchantSettings, type MerchantSettings } from '../merchant-settings-store'

/** For a change of its locations: nobody else changes them, or the merchant, until the transaction ends. */
export async function lockForChange(
  tx: Transaction,
  scope: MerchantScope,
  merchantId: string,
): Promise<MerchantSettings> {
  const merchant = await lockMerchantSettings(tx, scope, merchantId)
  if (!merchant) throw merchantNotFound()
  const refusal = changeRefusal(merchant.status)
  if (refusal) throw refusal
  return merchant
}

export async function lockForAdding(
  tx: Transaction,
  scope: MerchantScope,
  { merchantId, adding }: { merchantId: string; adding: number },
): Promise<void> {
  const { allowMultipleLocations: allowMultiple } = await lockForChange(tx, scope, merchantId)
  const total = (await countLocations(tx, [merchantId])).get(merchantId) ?? 0
  const refusal = addRefusal({ allowMultiple, total, adding })
  if (refusal) throw refusal
}
