import { isolated } from '@quaff/platform/server'
import { MailLink, momentText } from '@quaff/platform/server/mail/mail-layout'

export type InvitationMail = { url: string; name: string; listName: string; expiresAt: Date; timeZone: string }

function WaitlistInvitationEmail({ url, name, listName, expiresAt, timeZone }: InvitationMail) {
  return (
    <>
      <p>{name === '' ? 'Hello,' : `Hello ${isolated(name)},`}</p>
      <p>It’s your turn! You’re invited from the waitlist “{isolated(listName)}”.</p>
      <p>Accept to see what’s included and what to do next.</p>
      <MailLink href={url}>Accept invitation</MailLink>
      <p>This invitation expires on {momentText(expiresAt, timeZone)}.</p>
    </>
  )
}

export type JoinedMail = { name: string; listName: string; placeUrl: string; friendsUrl: string }

export function waitlistJoinedMail({ name, listName, placeUrl, friendsUrl }: JoinedMail) {
  return {
    template: 'waitlist_joined',
    subject: `You’re on the waitlist “${isolated(listName)}”`,
    body: (
      <>
        <p>{name === '' ? 'Hello,' : `Hello ${isolated(name)},`}</p>
        <p>You’re on the waitlist “{isolated(listName)}”. We’ll email you when it’s your turn.</p>
        <MailLink href={placeUrl}>View your place</MailLink>
        <p>Your link for friends: {friendsUrl}</p>
        <p>Friends who open it see your first name. Keep the other link to yourself.</p>
      </>
    ),
  }
}

export function waitlistInvitationMail(mail: InvitationMail) {
  return {
    isRepeatable: true,
    template: 'waitlist_invitation',
    subject: `Your invitation from the waitlist “${isolated(mail.listName)}”`,
    body: <WaitlistInvitationEmail {...mail} />,
  }
}
