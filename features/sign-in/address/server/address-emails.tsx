import { MailCode } from '@quaff/platform/server/mail/mail-layout'
import type { MailContent } from '@quaff/platform/server/mail/outbox'
import { product } from '@quaff/platform/shared/product'

/** Nobody is named: the reader may not know who asked. */
export function changeCodeMail(code: string): MailContent {
  return {
    template: 'email_change_code',
    subject: `Confirm your new ${product.name} address`,
    body: (
      <>
        <p>
          Enter this code in {product.name} to sign in with this address from now on. It is valid for ten minutes, in
          the window that asked for it only.
        </p>
        <MailCode code={code} />
        <p>Nobody from {product.name} will ever ask you for it.</p>
      </>
    ),
  }
}

/** The new address is left out: whoever took over the account is not told on in a mailbox that others may read. */
export function changeAskedMail(): MailContent {
  return {
    template: 'email_change_asked',
    subject: `Somebody wants to change the address of your ${product.name} account`,
    isWarning: true,
    body: (
      <p>
        A code was mailed to another address that your {product.name} account is to have. If this was not you, sign in,
        end all other sessions and choose a new password at once.
      </p>
    ),
  }
}

export function emailChangedMail(): MailContent {
  return {
    template: 'email_changed',
    subject: `Your ${product.name} account has another address now`,
    isWarning: true,
    body: (
      <p>
        You no longer sign in to {product.name} with this address, and nothing more is mailed here. If this was not you,
        tell your administrator at once.
      </p>
    ),
  }
}

export function addressTakenMail(): MailContent {
  return {
    template: 'email_change_taken',
    subject: `Your address already has a ${product.name} account`,
    isWarning: true,
    body: (
      <p>
        Somebody wanted to use this address for another {product.name} account. It already belongs to yours, so nothing
        was changed and you have to do nothing.
      </p>
    ),
  }
}
