import { MailCode } from '@quaff/platform/server/mail/mail-layout'
import type { MailContent } from '@quaff/platform/server/mail/outbox'
import { product } from '@quaff/platform/shared/product'
import type { MailboxPurpose } from '../contract'

const wanted = {
  merchant_signup: `apply as a merchant at ${product.name} with this address`,
  merchant_convert: `become a merchant with the ${product.name} account of this address`,
  signup_form: `fill in a form of ${product.name} with this address`,
  registration: `register at ${product.name} with this address`,
  waitlist: `join a waitlist at ${product.name} with this address`,
} as const satisfies Record<MailboxPurpose, string>

/** Nobody and no venue is named: whoever typed the address may be somebody else. */
export function mailboxCodeMail(purpose: MailboxPurpose, code: string): MailContent {
  return {
    template: `mailbox_code_${purpose}`,
    subject: `Your ${product.name} code`,
    body: (
      <>
        <p>
          Somebody wants to {wanted[purpose]}. Enter this code on the page that asked for it. It is valid for ten
          minutes.
        </p>
        <MailCode code={code} />
      </>
    ),
  }
}
