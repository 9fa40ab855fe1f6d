import { MailLines } from '@quaff/platform/server/mail/mail-layout'
import type { MailContent } from '@quaff/platform/server/mail/outbox'
import { product } from '@quaff/platform/shared/product'

/** Name and reason are somebody's own words: text, whatever stands in them. */
export function conversionRejectedMail(businessName: string, reason: string): MailContent {
  return {
    template: 'conversion_rejected',
    subject: `Your ${product.name} application wasn’t approved`,
    body: (
      <>
        <p>We couldn’t approve your application for {businessName}. Your account and passes aren’t affected.</p>
        <MailLines lead="Reason: " text={reason} />
      </>
    ),
  }
}
