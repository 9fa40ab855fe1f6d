import { listAdministratorsToMail } from '@quaff/features/accounts/server'
import { listOwnersToMail, type StoredMerchant } from '@quaff/features/merchants/server'
import { recordAudit } from '@quaff/platform/server/audit'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { merchantPage } from '@quaff/platform/shared/safe-address'
import { bankChangedMail } from './bank-emails'

/** `before` and `after`: last digits of the account. */
export type BankChangeFacts = { merchant: StoredMerchant; fields: string[]; before: string | null; after: string }

/** Names of fields and last digits only: neither the log nor a mailbox learns a number. */
export async function tellOfChange(ctx: Context, tx: Transaction, facts: BankChangeFacts): Promise<void> {
  const { merchant, fields, before, after } = facts
  await recordAudit(ctx, tx, {
    action: 'update_bank_account',
    targetType: 'bank_account',
    targetId: merchant.id,
    merchantId: merchant.id,
    ...(before !== null && { before: { accountLast4: before } }),
    after: { changed: fields, accountLast4: after },
  })
  const owners = await listOwnersToMail(tx, merchant.id)
  const ownerIds = new Set(owners.map(({ userId }) => userId))
  const administrators = (await listAdministratorsToMail(tx)).filter(({ userId }) => !ownerIds.has(userId))
  const mail = (path: string) =>
    bankChangedMail(ctx, { merchantName: merchant.name, shown: after, path, isFirst: before === null })
  const [toOwner, toAdministrator] = [
    mail(merchantPage('/settings/billing', merchant.id)),
    mail(`/merchants?id=${merchant.id}`),
  ]
  for (const { email, isPlaceholder } of owners) await queueMail(ctx, tx, { to: email, isPlaceholder, ...toOwner })
  for (const { email, isPlaceholder } of administrators)
    await queueMail(ctx, tx, { to: email, isPlaceholder, ...toAdministrator })
}
