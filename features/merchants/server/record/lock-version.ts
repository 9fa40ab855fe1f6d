import type { MerchantScope } from '@quaff/features/sessions/server'
import type { Transaction } from '@quaff/platform/server/context'
import { staleVersion } from '@quaff/platform/shared/refusal'
import { lockMerchant, type StoredMerchant } from './merchant-record-store'

/** Locks the merchant for an editor who has seen `version` of it; whoever comes second is told instead of overwriting. */
export async function lockVersion(
  tx: Transaction,
  scope: MerchantScope,
  { merchantId, version }: { merchantId: string; version: number },
): Promise<StoredMerchant> {
  const merchant = await lockMerchant(tx, scope, merchantId)
  if (merchant.version !== version)
    throw staleVersion({ type: 'merchant', id: merchantId, savedAt: merchant.updatedAt })
  return merchant
}
