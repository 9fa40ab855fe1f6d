import { isolated, type MailContent, product } from '@quaff/platform/server'
import { MailLines } from '@quaff/platform/server/mail/mail-layout'

/** The address is verified; the name is user input and stays plain text. */
export function signupReceivedMail(businessName: string, reference: string): MailContent {
  return {
    template: 'signup_received',
    subject: `We’ve received your ${product.name} application`,
    body: (
      <>
        <p>We received your application for {isolated(businessName)}. We’ll email you when we’ve reviewed it.</p>
        <p>Your reference: {reference}</p>
        <p>You don’t need to do anything now. Your locations, plans and bank details come next.</p>
      </>
    ),
  }
}

/** Name and reason are user input and stay plain text. */
export function conversionRejectedMail(businessName: string, reason: string): MailContent {
  return {
    template: 'conversion_rejected',
    subject: `Your ${product.name} application wasn’t approved`,
    body: (
      <>
        <p>
          We couldn’t approve your application for {isolated(businessName)}. Your account and any passes aren’t
          affected.
        </p>
        <MailLines lead="Reason: " text={reason} />
      </>
    ),
  }
}
