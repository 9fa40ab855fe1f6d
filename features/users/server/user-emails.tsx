import type { InvitedTo } from '@quaff/features/accounts/contract'
import { invitationLead, invitationScope, movedInLead } from '@quaff/features/accounts/rules'
import { isolated, product } from '@quaff/platform/server'
import { MailLines, MailLink } from '@quaff/platform/server/mail/mail-layout'

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

/** `approvedVenue`: the invitation follows an application for it. The name is user input and stays plain text. */
export function invitationMail(url: string, invitedTo: InvitedTo, approvedVenue?: string) {
  return {
    isRepeatable: true,
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
  /** True if the password was imported and works. */
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

/** Sent to an imported user, who has requested nothing. */
export function movedInMail(props: MovedInEmailProps) {
  return {
    isRepeatable: true,
    template: 'moved_in',
    subject: `Your account at ${product.name}`,
    body: <MovedInEmail {...props} />,
  }
}

/** Name and reason are user input and stay plain text. `venueName`: of an application. */
export function rejectedMail(reason: string, venueName?: string) {
  const what = venueName === undefined ? 'registration' : 'application'
  return {
    template: 'registration_rejected',
    subject: `Your ${product.name} ${what} wasn’t approved`,
    body: (
      <>
        {venueName === undefined ? (
          <p>Your registration with {product.name} wasn’t approved.</p>
        ) : (
          <p>Your application for {isolated(venueName)} wasn’t approved.</p>
        )}
        <MailLines lead="Reason: " text={reason} />
      </>
    ),
  }
}

/** The merchant's name is user input too. */
export function venueOwnerMail(venueName: string, baseUrl: string) {
  return {
    template: 'venue_owner',
    subject: `Set up your venue on ${product.name}`,
    body: (
      <>
        <p>
          Your application for {isolated(venueName)} was approved. Sign in with this email to set it up: locations,
          plans and bank details.
        </p>
        <MailLink href={`${baseUrl}/auth/login`}>Sign in</MailLink>
        <p>No password? Choose “Email me a sign-in link”. Your pass isn’t affected.</p>
      </>
    ),
  }
}

export function newOwnerMail(url: string, name: string) {
  return {
    isWarning: true,
    template: 'merchant_transferred_to',
    subject: `You now own ${isolated(name)}`,
    body: (
      <>
        <p>
          {isolated(name)} on {product.name} was transferred to you.
        </p>
        <MailLink href={url}>Open dashboard</MailLink>
      </>
    ),
  }
}

export function formerOwnerMail(url: string, name: string, keepsAccess: boolean) {
  return {
    isWarning: true,
    template: 'merchant_transferred_from',
    subject: `${isolated(name)} has a new owner`,
    body: (
      <>
        <p>
          {isolated(name)} on {product.name} was transferred to another owner.
        </p>
        <p>{keepsAccess ? 'You’re still on its team.' : 'You no longer have access to it.'}</p>
        <MailLink href={url}>Open dashboard</MailLink>
      </>
    ),
  }
}
