import { MailLines, MailLink } from '@quaff/platform/server/mail/mail-layout'
import { product } from '@quaff/platform/shared/product'

/** Name and reason are somebody's own words: text, whatever stands in them. `venueName`: of an application. */
export function rejectedMail(reason: string, venueName?: string) {
  const what = venueName === undefined ? 'registration' : 'application'
  return {
    template: 'registration_rejected',
    subject: `Your ${product.name} ${what} wasn’t approved`,
    body: (
      <>
        {venueName === undefined ? (
          <p>Your registration with {product.name} wasn’t approved.</p>
        ) : (
          <p>Your application for {venueName} wasn’t approved.</p>
        )}
        <MailLines lead="Reason: " text={reason} />
      </>
    ),
  }
}

/** The venue's name is somebody's own words too. */
export function venueOwnerMail(venueName: string, baseUrl: string) {
  return {
    template: 'venue_owner',
    subject: `Set up your venue on ${product.name}`,
    body: (
      <>
        <p>
          Your application for {venueName} was approved. Sign in with this email to set it up: locations, plans and bank
          details.
        </p>
        <MailLink href={`${baseUrl}/auth/login`}>Sign in</MailLink>
        <p>No password? Choose “Email me a sign-in link”. Your pass isn’t affected.</p>
      </>
    ),
  }
}
