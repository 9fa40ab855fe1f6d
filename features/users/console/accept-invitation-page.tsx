import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { invitationLead, invitationScope } from '@quaff/features/accounts/rules'
import {
  useMerchantSelection,
  useNavigateIfHere,
  useSession,
  useSessionUser,
} from '@quaff/features/sessions/console/session-widget'
import { keptInvitation } from '@quaff/features/sign-in/console/kept-invitation-widget'
import { Button, ButtonLink } from '@quaff/platform/console/controls/button'
import { Notice, Panel } from '@quaff/platform/console/display/panel'
import { useWrite } from '@quaff/platform/console/forms/use-write'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { OpenedInvitation } from '../invitations-contract'
import { usersApi } from './user-queries'

const closedMessages = {
  used: 'This invitation was already accepted.',
  expired: 'This invitation has expired. Ask for a new one.',
  unknown: 'This invitation is no longer open. Ask for a new one.',
} as const satisfies Record<Exclude<OpenedInvitation['state'], 'open'>, string>

/** Spec §4 is silent about people with an account: they accept here, signed in with the invited email (0102). */
export function AcceptInvitationPage() {
  const [token] = useState(keptInvitation.read)
  const invitation = useQuery({
    ...usersApi.openInvitation.queryOptions({ input: { token: token ?? '' } }),
    enabled: token !== null,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  })
  return (
    <div className="q-stack-loose">
      <PageHeader title="Invitation" />
      {token === null ? (
        <Closed text="Open the link in your email again." />
      ) : (
        <Panel query={invitation} error="Couldn’t load the invitation">
          {invitation.data && <Opened token={token} invitation={invitation.data} />}
        </Panel>
      )}
    </div>
  )
}

function Opened({ token, invitation }: { token: string; invitation: OpenedInvitation }) {
  if (invitation.state !== 'open') return <Closed text={closedMessages[invitation.state]} />
  if (invitation.invitedTo === null) return <OtherPerson address={invitation.address ?? 'another email'} />
  return <Accept token={token} invitedTo={invitation.invitedTo} />
}

function Closed({ text }: { text: string }) {
  return (
    <Notice tone="neutral" action={<ButtonLink to="/dashboard">Go to dashboard</ButtonLink>}>
      {text}
    </Notice>
  )
}

function Accept({ token, invitedTo }: { token: string; invitedTo: NonNullable<OpenedInvitation['invitedTo']> }) {
  const { email } = useSessionUser()
  const { refresh } = useSession()
  const { selectMerchant } = useMerchantSelection()
  const startVisit = useNavigateIfHere()
  const accepting = useWrite<{ token: string }, null, Awaited<ReturnType<typeof usersApi.acceptInvitation.call>>>({
    call: (row) => usersApi.acceptInvitation.call(row),
    keys: [usersApi.key()],
    failed: 'Couldn’t accept the invitation',
    done: ({ merchants }: { token: string; merchants?: { name: string }[] }) => ({
      title: 'Invitation accepted',
      message: merchants?.map(({ name }) => isolated(name)).join(', '),
    }),
  })
  const accept = async () => {
    const visit = startVisit()
    const accepted = await accepting.start({ token }, null)
    if (!accepted) return
    keptInvitation.clear()
    await refresh()
    if (!visit.isHere()) return
    visit.navigate('/dashboard', { replace: true })
    const [first] = accepted.merchants
    if (first) selectMerchant({ ...first, logoUrl: null })
  }
  return (
    <div className="q-stack">
      <p>{invitationLead(invitedTo)}</p>
      <p className="q-secondary">
        {invitationScope(invitedTo.role)} Your account {readableEmail(email)} and your other merchants don’t change.
      </p>
      <div className="q-row">
        <Button variant="primary" loading={accepting.isPending} onClick={() => void accept()}>
          Accept invitation
        </Button>
        <ButtonLink to="/dashboard">Not now</ButtonLink>
      </div>
    </div>
  )
}

function OtherPerson({ address }: { address: string }) {
  const { email } = useSessionUser()
  const { signOut } = useSession()
  // Without a session this page leads to the sign-in page, and back.
  const change = () => signOut().catch(() => notifyError('Failed to sign out'))
  return (
    <div className="q-stack">
      <p>This invitation is for {address}.</p>
      <p className="q-secondary">You’re signed in as {readableEmail(email)}.</p>
      <div className="q-row">
        <Button variant="primary" onClick={() => void change()}>
          Switch account
        </Button>
        <ButtonLink to="/dashboard">Stay signed in</ButtonLink>
      </div>
    </div>
  )
}
