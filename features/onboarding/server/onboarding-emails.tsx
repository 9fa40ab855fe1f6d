import { isolated } from '@quaff/platform/server'
import { MailLink } from '@quaff/platform/server/mail/mail-layout'

type Details = { baseUrl: string; name: string; reference: string }

export function applicationSubmittedMail({ url, name, reference }: Omit<Details, 'baseUrl'> & { url: string }) {
  return {
    isWarning: true,
    template: 'application-submitted',
    subject: 'We received your application',
    body: (
      <>
        <p>
          You asked us to approve {isolated(name)}. Your reference is {reference}.
        </p>
        <p>We’ll review it and email you our decision. You can continue setting up.</p>
        <MailLink href={url}>View application</MailLink>
      </>
    ),
  }
}

type Waiting = Details & { merchantId: string; isAnswer: boolean }

/** To the reviewers: of a first request, or of the answer to one for changes. */
export function venueWaitsMail({ baseUrl, name, reference, merchantId, isAnswer }: Waiting) {
  return {
    isWarning: true,
    template: 'venue-waits',
    subject: isAnswer ? `${isolated(name)} answered your request` : `${isolated(name)} is ready for review`,
    body: (
      <>
        <p>
          {isolated(name)} {isAnswer ? 'answered your request' : 'completed its setup'}. Reference: {reference}.
        </p>
        <MailLink href={`${baseUrl}/merchants?tab=review&id=${encodeURIComponent(merchantId)}`}>
          Review merchant
        </MailLink>
      </>
    ),
  }
}
