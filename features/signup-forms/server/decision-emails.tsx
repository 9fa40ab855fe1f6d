import { MailLines } from '@quaff/platform/server/mail/mail-layout'
import type { MailContent } from '@quaff/platform/server/mail/outbox'
import { product } from '@quaff/platform/shared/product'

/** Name and reason are somebody's own words: text, whatever stands in them. */
export function submissionRejectedMail(businessName: string, reason: string): MailContent {
  return {
    template: 'form_rejected',
    subject: `Your ${product.name} application wasn’t approved`,
    body: (
      <>
        <p>We couldn’t approve {businessName}.</p>
        <MailLines lead="Reason: " text={reason} />
      </>
    ),
  }
}
