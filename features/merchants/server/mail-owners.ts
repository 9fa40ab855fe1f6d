import type { Context, Transaction } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { merchantPage } from '@quaff/platform/shared/safe-address'
import type { MerchantMail, PageUrl } from './merchant-emails'
import { listOwnersToMail, type StoredMerchant } from './merchant-record-store'
import { plainLine } from './plain-text'

/** One mail per owner; nobody sees the addresses of the others. */
export async function mailOwners(
  ctx: Context,
  tx: Transaction,
  merchant: StoredMerchant,
  write: (urlOf: PageUrl, name: string) => MerchantMail,
): Promise<void> {
  // Imported names may hold what no subject line takes.
  const urlOf = (path: string) => `${ctx.settings.baseUrl}${merchantPage(path, merchant.id)}`
  const mail = write(urlOf, plainLine(merchant.name) ?? 'Unknown Merchant')
  for (const { email, isPlaceholder } of await listOwnersToMail(tx, merchant.id))
    await queueMail(ctx, tx, { to: email, isPlaceholder, ...mail })
}
