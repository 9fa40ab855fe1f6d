import { MailLink } from '@quaff/platform/server/mail/mail-layout'
import { product } from '@quaff/platform/shared/product'

type Facts = { baseUrl: string; name: string; reference: string }

export function applicationSubmittedMail({ baseUrl, name, reference }: Facts) {
  return {
    isWarning: true,
    template: 'application-submitted',
    subject: 'Your application is with us',
    body: (
      <>
        <p>
          You asked us to approve {name}. Your reference is {reference}.
        </p>
        <p>
          We look at the details and write to you as soon as there is an answer. You can go on setting up meanwhile.
        </p>
        <MailLink href={`${baseUrl}/merchants/application-submitted`}>See your application</MailLink>
      </>
    ),
  }
}

type Waiting = Facts & { merchantId: string; isAnswer: boolean }

/** To the reviewers: of a first request, or of the answer to one for changes. */
export function venueWaitsMail({ baseUrl, name, reference, merchantId, isAnswer }: Waiting) {
  return {
    isWarning: true,
    template: 'venue-waits',
    subject: isAnswer ? `${name} has answered your request` : `A venue waits for review: ${name}`,
    body: (
      <>
        <p>
          {name} has {isAnswer ? 'answered your request' : 'completed its setup'} and waits for review in {product.name}
          . Its reference is {reference}.
        </p>
        <MailLink href={`${baseUrl}/merchants?tab=review&id=${encodeURIComponent(merchantId)}`}>
          Open the venue
        </MailLink>
      </>
    ),
  }
}
