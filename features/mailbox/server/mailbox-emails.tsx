import { MailCode } from '@quaff/platform/server/mail/mail-layout'
import type { NewMail } from '@quaff/platform/server/mail/outbox'
import { product } from '@quaff/platform/shared/product'
import type { MailboxPurpose } from '../contract'

const wanted = {
  merchant_signup: `apply as a merchant at ${product.name}`,
  merchant_convert: `become a merchant with your ${product.name} account`,
  signup_form: `fill in a form of ${product.name}`,
  waitlist: `join a waitlist at ${product.name}`,
} as const satisfies Record<MailboxPurpose, string>

/** Nobody and no venue is named: whoever typed the address may be somebody else. */
export function mailboxCodeMail(purpose: MailboxPurpose, code: string): Pick<NewMail, 'template' | 'subject' | 'body'> {
  return {
    template: `mailbox_code_${purpose}`,
    subject: `Your ${product.name} code`,
    body: (
      <>
        <p>
          Somebody wants to {wanted[purpose]} with this address. Enter this code on the page that asked for it. It is
          valid for ten minutes.
        </p>
        <MailCode code={code} />
      </>
    ),
  }
}
