import { MailLink } from '@quaff/platform/server/mail/mail-layout'
import { product } from '@quaff/platform/shared/product'
import { invitationMailText } from '../../invitations/rules'

interface InvitationEmailProps {
  url: string
  role: string
  approvedVenue: string | undefined
}

function InvitationEmail({ url, role, approvedVenue }: InvitationEmailProps) {
  const { lead, note, button } = invitationMailText(role)
  return (
    <>
      {approvedVenue !== undefined && <p>Your application for {approvedVenue} was approved.</p>}
      <p>{lead}</p>
      <p>{note}</p>
      <MailLink href={url}>{button}</MailLink>
    </>
  )
}

/** `approvedVenue`: the invitation answers an application for it. The name is somebody's own words and stays text. */
export function invitationMail(url: string, role: string, approvedVenue?: string) {
  return {
    template: 'invitation',
    subject:
      approvedVenue === undefined
        ? invitationMailText(role).subject
        : `Your application to ${product.name} was approved`,
    body: <InvitationEmail url={url} role={role} approvedVenue={approvedVenue} />,
  }
}
