import { MailLink } from '@quaff/platform/server/mail/mail-layout'
import { withoutControls } from '@quaff/platform/shared/text'

export type InvitationMail = { url: string; name: string; listName: string; expiresAt: Date; timeZone: string }

function WaitlistInvitationEmail({ url, name, listName, expiresAt, timeZone }: InvitationMail) {
  const until = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(expiresAt)
  return (
    <>
      <p>{name === '' ? 'Hello,' : `Hello ${name},`}</p>
      <p>it is your turn: there is a place for you from the waitlist “{listName}”.</p>
      <MailLink href={url}>Accept the invitation</MailLink>
      <p>
        The invitation holds until {until} ({timeZone}).
      </p>
    </>
  )
}

export function waitlistInvitationMail(mail: InvitationMail) {
  return {
    template: 'waitlist_invitation',
    subject: withoutControls(`Your invitation from the waitlist “${mail.listName}”`),
    body: <WaitlistInvitationEmail {...mail} />,
  }
}
