import type { MailContent } from '@quaff/platform/server/mail/outbox'
import { product } from '@quaff/platform/shared/product'

/** The address was proved before; the name is somebody's own words and stays text. */
export function signupReceivedMail(businessName: string, reference: string): MailContent {
  return {
    template: 'signup_received',
    subject: `We have your application to ${product.name}`,
    body: (
      <>
        <p>
          Your application for {businessName} is with us. A person reads it and writes to this address as soon as there
          is an answer.
        </p>
        <p>Your reference: {reference}</p>
        <p>Next come your locations, plans and bank details. There is nothing to do until we write.</p>
      </>
    ),
  }
}
