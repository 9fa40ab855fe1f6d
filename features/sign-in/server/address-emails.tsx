import { MailCode } from '@quaff/platform/server/mail/mail-layout'
import type { MailContent } from '@quaff/platform/server/mail/outbox'
import { product } from '@quaff/platform/shared/product'

/** Nobody is named: the reader may not know who asked. */
export function changeCodeMail(code: string): MailContent {
  return {
    template: 'email_change_code',
    subject: `Confirm your new ${product.name} email`,
    body: (
      <>
        <p>Enter this code in {product.name} to sign in with this email from now on. It expires in 10 minutes.</p>
        <MailCode code={code} />
        <p>Never share this code.</p>
      </>
    ),
  }
}

/** The new address is left out: whoever took over the account is not told on in a mailbox that others may read. */
export function changeAskedMail(): MailContent {
  return {
    template: 'email_change_asked',
    subject: `Your ${product.name} email is being changed`,
    isWarning: true,
    body: (
      <p>
        Someone asked to change your sign-in email. Wasn’t you? Sign in, sign out everywhere else and change your
        password right away.
      </p>
    ),
  }
}

export function emailChangedMail(): MailContent {
  return {
    template: 'email_changed',
    subject: `Your ${product.name} email was changed`,
    isWarning: true,
    body: (
      <p>You no longer sign in to {product.name} with this email. Wasn’t you? Contact your administrator right away.</p>
    ),
  }
}

export function addressTakenMail(): MailContent {
  return {
    template: 'email_change_taken',
    subject: `You already have a ${product.name} account`,
    isWarning: true,
    body: (
      <p>
        Someone tried to use this email for another {product.name} account. It belongs to yours, so nothing changed.
      </p>
    ),
  }
}
