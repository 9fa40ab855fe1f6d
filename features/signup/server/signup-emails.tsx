import type { MailContent } from '@quaff/platform/server/mail/outbox'
import { product } from '@quaff/platform/shared/product'

/** The address was proved before; the name is somebody's own words and stays text. */
export function signupReceivedMail(businessName: string, reference: string): MailContent {
  return {
    template: 'signup_received',
    subject: `We’ve received your ${product.name} application`,
    body: (
      <>
        <p>We received your application for {businessName}. We’ll email you when we’ve reviewed it.</p>
        <p>Your reference: {reference}</p>
        <p>You don’t need to do anything now. Your locations, plans and bank details come next.</p>
      </>
    ),
  }
}
