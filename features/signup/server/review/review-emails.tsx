import { MailLines } from '@quaff/platform/server/mail/mail-layout'
import type { MailContent } from '@quaff/platform/server/mail/outbox'
import { product } from '@quaff/platform/shared/product'

/** Name and reason are somebody's own words: text, whatever stands in them. */
export function conversionRejectedMail(businessName: string, reason: string): MailContent {
  return {
    template: 'conversion_rejected',
    subject: `Your application to ${product.name}`,
    body: (
      <>
        <p>Your application for {businessName} was not approved. Your account stays as it is.</p>
        <MailLines lead="Reason: " text={reason} />
      </>
    ),
  }
}
