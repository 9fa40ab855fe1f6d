import { MailCode } from '@quaff/platform/server/mail/mail-layout'
import type { MailContent } from '@quaff/platform/server/mail/outbox'
import { product } from '@quaff/platform/shared/product'
import type { MailboxPurpose } from '../contract'

const wanted = {
  merchant_signup: `apply as a ${product.name} merchant with this email`,
  merchant_convert: `turn the ${product.name} account for this email into a merchant account`,
  signup_form: `fill in a ${product.name} form with this email`,
  registration: `register for ${product.name} with this email`,
  waitlist: `join a ${product.name} waitlist with this email`,
} as const satisfies Record<MailboxPurpose, string>

/** Nobody and no venue is named: whoever typed the address may be somebody else. */
export function mailboxCodeMail(purpose: MailboxPurpose, code: string): MailContent {
  return {
    template: `mailbox_code_${purpose}`,
    subject: `Your ${product.name} verification code`,
    body: (
      <>
        <p>Someone asked to {wanted[purpose]}. If that’s you, enter this code. It expires in 10 minutes.</p>
        <MailCode code={code} />
      </>
    ),
  }
}
