import { useEffect, useState } from 'react'
import { unconfirmedText } from '@quaff/platform/console/forms/error-text'
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
    void attempt(async () => setInvitation(await api.openInvitation({ slug, token })))
  }, [api, slug, token, attempt])

  const accept = () => attempt(async () => setInvitation(await api.acceptInvitation({ slug, token })), unconfirmedText)
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
          <StepHeading title="Welcome" text={`You have accepted your invitation from ${listName ?? 'the list'}.`} />
          {offer && <OfferView offer={offer} />}
          <p className="small after">Open the link in the mail again whenever you need this page.</p>
        </>
      )
    case 'expired':
      return <StepHeading title="This invitation has expired" text="You keep your place: we can invite you again." />
    case 'unknown':
      return (
        <StepHeading
          title="This invitation is not valid"
          text="It was replaced by a newer one, or taken back. Look for the newest mail from us."
        />
      )
    case 'open':
      return (
        <>
          <StepHeading title="You are invited" text={`There is a place for you from ${listName ?? 'the list'}.`} />
          {offer && <p className="after">{promiseOf(offer)}</p>}
          <div className="join">
            {fault}
            <button className="btn" type="button" aria-busy={busy || undefined} onClick={() => void accept()}>
              {busy ? 'One moment…' : 'Accept the invitation'}
            </button>
          </div>
        </>
      )
  }
}

const promiseOf = ({ kind }: InvitationOffer) =>
  kind === 'merchant'
    ? 'With it you can apply as a merchant and set up your venue.'
    : 'With it you can buy a pass in the app and have a drink a day at its venues.'
