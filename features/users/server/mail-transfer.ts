import type { LockedPerson } from '@quaff/features/accounts/server'
import type { StoredMerchant } from '@quaff/features/merchants/server'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { merchantPage } from '@quaff/platform/shared/safe-address'
import { withoutControls } from '@quaff/platform/shared/text'
import { formerOwnerMail, newOwnerMail } from './transfer-emails'

export type Transfer = {
  merchant: StoredMerchant
  newOwner: LockedPerson | undefined
  formerOwner: LockedPerson | undefined
  keepFormerOwner: boolean
}

/** Both hear of it; a former owner whose account is blocked does not. */
export async function mailTransfer(ctx: Context, tx: Transaction, transfer: Transfer): Promise<void> {
  const { merchant, newOwner, formerOwner, keepFormerOwner } = transfer
  const url = `${ctx.settings.baseUrl}/dashboard`
  const ownUrl = merchantPage(url, merchant.id)
  const name = withoutControls(merchant.name).trim() || 'Unknown Merchant'
  const tell = (person: LockedPerson | undefined, mail: ReturnType<typeof newOwnerMail>) =>
    person?.status === 'active'
      ? queueMail(ctx, tx, { to: person.email, isPlaceholder: person.emailIsPlaceholder, ...mail })
      : Promise.resolve()
  await tell(newOwner, newOwnerMail(ownUrl, name))
  await tell(formerOwner, formerOwnerMail(keepFormerOwner ? ownUrl : url, name, keepFormerOwner))
}
