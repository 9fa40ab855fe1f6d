import { MailLink } from '@quaff/platform/server/mail/mail-layout'
import { invitationMailText } from '../../invitations/rules'

function InvitationEmail({ url, role }: { url: string; role: string }) {
  const { lead, note, button } = invitationMailText(role)
  return (
    <>
      <p>{lead}</p>
      <p>{note}</p>
      <MailLink href={url}>{button}</MailLink>
    </>
  )
}

export function invitationMail(url: string, role: string) {
  return {
    template: 'invitation',
    subject: invitationMailText(role).subject,
    body: <InvitationEmail url={url} role={role} />,
  }
}
