import type { InvitedTo } from '@quaff/features/accounts/contract'
import { invitationLead, invitationScope } from '@quaff/features/accounts/rules'
import { MailLink } from '@quaff/platform/server/mail/mail-layout'
import { product } from '@quaff/platform/shared/product'

interface InvitationEmailProps {
  url: string
  invitedTo: InvitedTo
  approvedVenue: string | undefined
}

function InvitationEmail({ url, invitedTo, approvedVenue }: InvitationEmailProps) {
  return (
    <>
      {approvedVenue !== undefined && <p>Your application for {approvedVenue} was approved.</p>}
      <p>{invitationLead(invitedTo)}</p>
      <p>{invitationScope(invitedTo.role)}</p>
      <p>Use this link to accept. It works once, for three days; a newer invitation replaces it.</p>
      <MailLink href={url}>Accept invitation</MailLink>
    </>
  )
}

/** `approvedVenue`: the invitation answers an application for it. The name is somebody's own words and stays text. */
export function invitationMail(url: string, invitedTo: InvitedTo, approvedVenue?: string) {
  return {
    template: 'invitation',
    subject:
      approvedVenue === undefined
        ? `Your invitation to ${product.name}`
        : `Your application to ${product.name} was approved`,
    body: <InvitationEmail url={url} invitedTo={invitedTo} approvedVenue={approvedVenue} />,
  }
}
