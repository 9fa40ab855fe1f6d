import { MailLink } from '@quaff/platform/server/mail/mail-layout'
import { product } from '@quaff/platform/shared/product'

/** The reason is somebody's own words: text, whatever stands in it. */
export function rejectedMail(reason: string) {
  return {
    template: 'registration_rejected',
    subject: `Your registration with ${product.name}`,
    body: (
      <>
        <p>Your registration with {product.name} was not approved.</p>
        {reason === '' ? null : <p>Reason: {reason}</p>}
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
          Your application for {venueName} was approved. Sign in with this address to set it up: locations, plans and
          bank details.
        </p>
        <MailLink href={`${baseUrl}/auth/login`}>Sign in</MailLink>
        <p>Without a password, choose “Email me a sign-in link” there. Your pass stays as it is.</p>
      </>
    ),
  }
}
