import { MailLink } from '@quaff/platform/server/mail/mail-layout'
import { momentText } from '@quaff/platform/server/mail/moment-text'

export type InvitationMail = { url: string; name: string; listName: string; expiresAt: Date; timeZone: string }

function WaitlistInvitationEmail({ url, name, listName, expiresAt, timeZone }: InvitationMail) {
  return (
    <>
      <p>{name === '' ? 'Hello,' : `Hello ${name},`}</p>
      <p>It is your turn: there is a place for you from the waitlist “{listName}”.</p>
      <p>Accept it, and the page shows what comes with it and how you go on.</p>
      <MailLink href={url}>Accept the invitation</MailLink>
      <p>
        The invitation holds until {momentText(expiresAt, timeZone)}. If you no longer want the place, there is nothing
        to do.
      </p>
    </>
  )
}

export type JoinedMail = { name: string; listName: string; placeUrl: string; friendsUrl: string }

export function waitlistJoinedMail({ name, listName, placeUrl, friendsUrl }: JoinedMail) {
  return {
    template: 'waitlist_joined',
    subject: `You are on the waitlist “${listName}”`,
    body: (
      <>
        <p>{name === '' ? 'Hello,' : `Hello ${name},`}</p>
        <p>You are on the waitlist “{listName}”. We write to this address when it is your turn.</p>
        <MailLink href={placeUrl}>See your place</MailLink>
        <p>Your link for friends: {friendsUrl}</p>
        <p>Whoever opens it reads your first name. The other link is yours alone: keep it.</p>
      </>
    ),
  }
}

export function waitlistInvitationMail(mail: InvitationMail) {
  return {
    template: 'waitlist_invitation',
    subject: `Your invitation from the waitlist “${mail.listName}”`,
    body: <WaitlistInvitationEmail {...mail} />,
  }
}
