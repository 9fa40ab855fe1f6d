import type { InvitedTo } from '@quaff/features/accounts/contract'
import { invitationLead, invitationScope, movedInLead } from '@quaff/features/accounts/rules'
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
      <p>This link works once and expires in 3 days.</p>
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

interface MovedInEmailProps {
  url: string
  loginUrl: string
  invitedTo: InvitedTo
  /** Theirs came along and works. */
  hasPassword: boolean
}

function MovedInEmail({ url, loginUrl, invitedTo, hasPassword }: MovedInEmailProps) {
  return (
    <>
      <p>{movedInLead(invitedTo)}</p>
      <p>{invitationScope(invitedTo.role)}</p>
      <p>
        {hasPassword ? 'Sign in with your password, or choose a new one.' : 'Choose a password to get started.'} This
        link works once and expires in 3 days.
      </p>
      <MailLink href={url}>Choose password</MailLink>
      <p>Sign in at {loginUrl}</p>
    </>
  )
}

/** To whoever came over from an old system and has asked for nothing. */
export function movedInMail(props: MovedInEmailProps) {
  return { template: 'moved_in', subject: `Your account at ${product.name}`, body: <MovedInEmail {...props} /> }
}
