import type { Context, Transaction } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { listOwnersToMail, type StoredMerchant } from '../../record/server/merchant-record-store'
import { plainLine } from '../../record/server/plain-text'
import type { MerchantMail } from './merchant-emails'

/** One mail per owner; nobody sees the addresses of the others. */
export async function mailOwners(
  ctx: Context,
  tx: Transaction,
  merchant: StoredMerchant,
  write: (baseUrl: string, name: string) => MerchantMail,
): Promise<void> {
  // Imported names may hold what no subject line takes.
  const mail = write(ctx.settings.baseUrl, plainLine(merchant.name) ?? 'Unknown Merchant')
  for (const { email, isPlaceholder } of await listOwnersToMail(tx, merchant.id))
    await queueMail(ctx, tx, { to: email, isPlaceholder, ...mail })
}
