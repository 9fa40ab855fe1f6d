import { merchantNotFound, type OneMerchant } from '@quaff/features/sessions/server'
import type { Transaction } from '@quaff/platform/server/context'
import type { Locked } from '@quaff/platform/server/transaction'
import { addRefusal, changeRefusal } from '../rules'
import { countLocations } from './location-store'
import { lockMerchantSettings, type MerchantSettings } from './merchant-settings-store'

/** For a change of its locations: nobody else changes them, or the merchant, until the transaction ends. */
export async function lockForChange(tx: Transaction, scope: OneMerchant): Promise<Locked<MerchantSettings>> {
  const merchant = await lockMerchantSettings(tx, scope)
  if (!merchant) throw merchantNotFound()
  const refusal = changeRefusal(merchant.status)
  if (refusal) throw refusal
  return merchant
}

export async function lockForAdding(
  tx: Transaction,
  scope: OneMerchant,
  adding: number,
): Promise<Locked<MerchantSettings>> {
  const merchant = await lockForChange(tx, scope)
  const total = (await countLocations(tx, [merchant.id])).get(merchant.id) ?? 0
  const refusal = addRefusal({ allowMultiple: merchant.allowMultipleLocations, total, adding })
  if (refusal) throw refusal
  return merchant
}
