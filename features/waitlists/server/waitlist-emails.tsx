import { MailLink } from '@quaff/platform/server/mail/mail-layout'
import { momentText } from '@quaff/platform/server/mail/moment-text'

export type InvitationMail = { url: string; name: string; listName: string; expiresAt: Date; timeZone: string }

function WaitlistInvitationEmail({ url, name, listName, expiresAt, timeZone }: InvitationMail) {
  return (
    <>
      <p>{name === '' ? 'Hello,' : `Hello ${name},`}</p>
      <p>It is your turn: there is a place for you from the waitlist “{listName}”.</p>
      <MailLink href={url}>Accept the invitation</MailLink>
      <p>
        The invitation holds until {momentText(expiresAt, timeZone)}. If you no longer want the place, there is nothing
        to do.
      </p>
    </>
  )
}

export function waitlistInvitationMail(mail: InvitationMail) {
  return {
    template: 'waitlist_invitation',
    subject: `Your invitation from the waitlist “${mail.listName}”`,
    body: <WaitlistInvitationEmail {...mail} />,
  }
}
