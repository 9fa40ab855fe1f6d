import { isolated, type MailContent, product } from '@quaff/platform/server'
import { MailLines, MailLink } from '@quaff/platform/server/mail/mail-layout'
import { readableEmail } from '@quaff/platform/shared/email-address'

type SubmissionNotice = { formName: string; businessName: string; email: string; isProved: boolean; inboxUrl: string }

/** Everything except the link is user input and stays plain text. */
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
    subject: `New submission: ${isolated(formName)}`,
    body: (
      <>
        <p>
          {isolated(businessName)} ({readableEmail(email)}) submitted the form “{isolated(formName)}”.
        </p>
        {!isProved && <p>This email isn’t verified. Anyone could have entered it.</p>}
        <MailLink href={inboxUrl}>View submission</MailLink>
      </>
    ),
  }
}

/** Sent only to a verified email, so that an anonymous caller cannot make us email someone. */
export function submissionReceiptMail(businessName: string, reference: string): MailContent {
  return {
    template: 'form_receipt',
    subject: `${product.name} received your details`,
    body: (
      <>
        <p>We received your details about {isolated(businessName)}. We’ll review them and email you.</p>
        <p>You don’t need to do anything now.</p>
        <p>Your reference: {reference}</p>
      </>
    ),
  }
}

/** Name and reason are user input and stay plain text. */
export function submissionRejectedMail(businessName: string, reason: string): MailContent {
  return {
    template: 'form_rejected',
    subject: `Your ${product.name} application wasn’t approved`,
    body: (
      <>
        <p>We couldn’t approve {isolated(businessName)}.</p>
        <MailLines lead="Reason: " text={reason} />
      </>
    ),
  }
}
