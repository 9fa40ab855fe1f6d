import { MailLink } from '@quaff/platform/server/mail/mail-layout'
import type { MailContent } from '@quaff/platform/server/mail/outbox'
import { product } from '@quaff/platform/shared/product'

export type SubmissionNotice = {
  formName: string
  businessName: string
  email: string
  isProved: boolean
  inboxUrl: string
}

/** All of it but the link is what strangers typed: text, whatever stands in it. */
export function submissionNoticeMail({
  formName,
  businessName,
  email,
  isProved,
  inboxUrl,
}: SubmissionNotice): MailContent {
  return {
    isWarning: true,
    template: 'form_submission',
    subject: `New submission of ${formName}`,
    body: (
      <>
        <p>
          {businessName} ({email}) has sent the form “{formName}”.
        </p>
        {!isProved && <p>The address is not confirmed: anybody may have typed it.</p>}
        <MailLink href={inboxUrl}>Read it</MailLink>
      </>
    ),
  }
}

/** To an address that was proved: nobody else gets a mail because a stranger typed their address. */
export function submissionReceiptMail(businessName: string, reference: string): MailContent {
  return {
    template: 'form_receipt',
    subject: `We have your details at ${product.name}`,
    body: (
      <>
        <p>What you told us about {businessName} is with us. A person reads it and writes to this address.</p>
        <p>There is nothing to do until we write.</p>
        <p>Your reference: {reference}</p>
      </>
    ),
  }
}
