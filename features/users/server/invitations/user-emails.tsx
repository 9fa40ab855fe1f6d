import type { InvitedTo } from '@quaff/features/accounts/contract'
import { MailLink } from '@quaff/platform/server/mail/mail-layout'
import { product } from '@quaff/platform/shared/product'
import { invitationMailText } from '../../invitations/rules'

interface InvitationEmailProps {
  url: string
  invitedTo: InvitedTo
  approvedVenue: string | undefined
}

function InvitationEmail({ url, invitedTo, approvedVenue }: InvitationEmailProps) {
  const { lead, scope, note, button } = invitationMailText(invitedTo)
  return (
    <>
      {approvedVenue !== undefined && <p>Your application for {approvedVenue} was approved.</p>}
      <p>{lead}</p>
      <p>{scope}</p>
      <p>{note}</p>
      <MailLink href={url}>{button}</MailLink>
    </>
  )
}

/** `approvedVenue`: the invitation answers an application for it. The name is somebody's own words and stays text. */
export function invitationMail(url: string, invitedTo: InvitedTo, approvedVenue?: string) {
  return {
    template: 'invitation',
    subject:
      approvedVenue === undefined
        ? invitationMailText(invitedTo).subject
        : `Your application to ${product.name} was approved`,
    body: <InvitationEmail url={url} invitedTo={invitedTo} approvedVenue={approvedVenue} />,
  }
}
