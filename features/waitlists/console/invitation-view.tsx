import { useEffect, useState } from 'react'
import { unreachableText } from '@quaff/platform/console/forms/error-text'
import { useAttempt } from '@quaff/platform/console/forms/use-attempt'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { InvitationView as Invitation, InvitationOffer } from '../join-contract'
import type { JoinApi } from './join-api-widget'
import { StepHeading } from './step-heading-view'

/** Opening changes nothing; the button accepts. */
export function InvitationView({ api, slug, token }: { api: JoinApi; slug: string; token: string }) {
  const [invitation, setInvitation] = useState<Invitation>()
  const { busy, problem, attempt } = useAttempt()
  useEffect(() => {
    void attempt(async () => setInvitation(await api.openInvitation({ slug, token })), unreachableText)
  }, [api, slug, token, attempt])

  const accept = () => attempt(async () => setInvitation(await api.acceptInvitation({ slug, token })))
  const error = problem !== undefined && (
    <p className="bad" role="alert">
      {problem}
    </p>
  )
  if (!invitation)
    return (
      <>
        <StepHeading title="Your invitation" text={problem === undefined ? 'Loading…' : undefined} />
        {error}
      </>
    )
  const { state, listName, offer } = invitation
  switch (state) {
    case 'accepted':
      return (
        <>
          <StepHeading
            title="Welcome"
            text={`You accepted your invitation from ${isolated(listName ?? 'the waitlist')}.`}
          />
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
          <StepHeading
            title="You’re invited"
            text={`A spot on ${isolated(listName ?? 'the waitlist')} has opened up for ${offer ? readableEmail(offer.email) : 'you'}.`}
          />
          {offer && <p className="after">{promiseOf(offer)}</p>}
          <div className="join">
            {error}
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

function OfferView({ offer }: { offer: InvitationOffer }) {
  const steps = offer.kind === 'merchant' ? merchantSteps(offer) : guestSteps(offer)
  return (
    <ol className="next">
      {steps.map(({ title, text, links = [] }, index) => (
        <li key={title}>
          <span className="n">{index + 1}</span>
          <div>
            <b>{title}</b>
            <span>{text}</span>
            {links.map(([name, href]) => (
              <a key={name} href={href}>
                {name}
              </a>
            ))}
          </div>
        </li>
      ))}
    </ol>
  )
}

type Step = { title: string; text: string; links?: [name: string, href: string][] }

function guestSteps({ email, appStoreUrl, playStoreUrl, city, venues, affiliateCode }: InvitationOffer): Step[] {
  const links: [string, string][] = []
  if (appStoreUrl !== null) links.push(['App Store', appStoreUrl])
  if (playStoreUrl !== null) links.push(['Google Play', playStoreUrl])
  const hasApp = links.length > 0
  return [
    {
      title: 'Get the app',
      text: hasApp
        ? `Sign in with ${readableEmail(email)}.`
        : `It isn’t in the app stores yet. Check back here for the links, then sign in with ${readableEmail(email)}.`,
      links,
    },
    { title: 'Choose a pass', text: venuesText(city, venues) },
    affiliateCode === null
      ? { title: 'Show the barcode', text: 'One scan at the counter is one drink a day. No other code needed.' }
      : { title: `Enter the code ${affiliateCode}`, text: 'If it carries an offer, the app shows it before you pay.' },
  ]
}

function venuesText(city: string, venues: readonly string[]): string {
  if (venues.length > 0) return `In ${isolated(city)}: ${venues.map(isolated).join(', ')}.`
  return city === ''
    ? 'The app shows the venues near you.'
    : `No venues in ${isolated(city)} yet. The app shows the nearest ones.`
}

function merchantSteps({ email, affiliateCode }: InvitationOffer): Step[] {
  const code = affiliateCode === null ? '' : `?code=${encodeURIComponent(affiliateCode)}`
  return [
    {
      title: 'Apply as a merchant',
      text: `Use ${readableEmail(email)}. It’s two short pages, and we’ll reply by email.`,
      links: [['Start application', `/partners/signup${code}`]],
    },
    { title: 'Set up your venue', text: 'Profile, locations, plans and banking, in your own time.' },
  ]
}
