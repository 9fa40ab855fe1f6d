import { useEffect, useState } from 'react'
import { unreachableText } from '@quaff/platform/console/forms/error-text'
import { useAttempt } from '@quaff/platform/console/plain-form/use-attempt'
import type { InvitationOffer, InvitationView as Invitation } from '../contract'
import type { JoinApi } from './join-api-widget'
import { OfferView } from './offer-view'
import { StepHeading } from './step-heading-view'

/** Opening changes nothing; the button accepts. */
export function InvitationView({ api, slug, token }: { api: JoinApi; slug: string; token: string }) {
  const [invitation, setInvitation] = useState<Invitation>()
  const { busy, problem, attempt } = useAttempt()
  useEffect(() => {
    void attempt(async () => setInvitation(await api.openInvitation({ slug, token })), unreachableText)
  }, [api, slug, token, attempt])

  const accept = () => attempt(async () => setInvitation(await api.acceptInvitation({ slug, token })))
  const fault = problem !== undefined && (
    <p className="bad" role="alert">
      {problem}
    </p>
  )
  if (!invitation)
    return (
      <>
        <StepHeading title="Your invitation" text={problem === undefined ? 'Loading…' : undefined} />
        {fault}
      </>
    )
  const { state, listName, offer } = invitation
  switch (state) {
    case 'accepted':
      return (
        <>
          <StepHeading title="Welcome" text={`You accepted your invitation from ${listName ?? 'the waitlist'}.`} />
          {offer && <OfferView offer={offer} />}
          <p className="small after">You can reopen this page from the link in your email.</p>
        </>
      )
    case 'expired':
      return <StepHeading title="This invitation has expired" text="You keep your place. We can invite you again." />
    case 'unknown':
      return (
        <StepHeading
          title="This invitation is no longer valid"
          text="It was replaced or withdrawn. Check for our latest email."
        />
      )
    case 'open':
      return (
        <>
          <StepHeading title="You’re invited" text={`A spot on ${listName ?? 'the waitlist'} has opened up for you.`} />
          {offer && <p className="after">{promiseOf(offer)}</p>}
          <div className="join">
            {fault}
            <button className="btn" type="button" aria-busy={busy || undefined} onClick={() => void accept()}>
              {busy ? 'One moment…' : 'Accept invitation'}
            </button>
          </div>
        </>
      )
  }
}

const promiseOf = ({ kind }: InvitationOffer) =>
  kind === 'merchant'
    ? 'You can apply as a merchant and set up your venue.'
    : 'You can buy a pass in the app and have a drink a day at its venues.'
