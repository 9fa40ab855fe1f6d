import type { OneMerchant } from '@quaff/features/sessions/server'
import type { Transaction } from '@quaff/platform/server/context'
import type { Locked } from '@quaff/platform/server/transaction'
import { staleVersion } from '@quaff/platform/shared/refusal'
import { lockMerchant, type StoredMerchant } from './merchant-record-store'

/** Locks the merchant for an editor who has seen `version` of it; whoever comes second is told instead of overwriting. */
export async function lockVersion(
  tx: Transaction,
  scope: OneMerchant,
  version: number,
): Promise<Locked<StoredMerchant>> {
  const merchant = await lockMerchant(tx, scope)
  if (merchant.version !== version)
    throw staleVersion({ type: 'merchant', id: merchant.id, savedAt: merchant.updatedAt })
  return merchant
}
