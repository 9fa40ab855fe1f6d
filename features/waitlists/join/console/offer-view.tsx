import type { InvitationOffer } from '../contract'

/** What an accepted place is good for, and how to go on: the app, the venues, the code. */
export function OfferView({ offer }: { offer: InvitationOffer }) {
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
        ? `Sign in with ${email}.`
        : `It isn’t in the app stores yet. Check back here for the links, then sign in with ${email}.`,
      links,
    },
    { title: 'Choose a pass', text: venuesText(city, venues) },
    affiliateCode === null
      ? { title: 'Show the barcode', text: 'One scan at the counter is one drink a day. No other code needed.' }
      : { title: `Enter the code ${affiliateCode}`, text: 'If it carries an offer, the app shows it before you pay.' },
  ]
}

function venuesText(city: string, venues: readonly string[]): string {
  if (venues.length > 0) return `In ${city}: ${venues.join(', ')}.`
  return city === ''
    ? 'The app shows the venues near you.'
    : `No venues in ${city} yet. The app shows the nearest ones.`
}

function merchantSteps({ email, affiliateCode }: InvitationOffer): Step[] {
  const code = affiliateCode === null ? '' : `?code=${encodeURIComponent(affiliateCode)}`
  return [
    {
      title: 'Apply as a merchant',
      text: `Use ${email}. It’s two short pages, and we’ll reply by email.`,
      links: [['Start application', `/partners/signup${code}`]],
    },
    { title: 'Set up your venue', text: 'Profile, locations, plans and banking, in your own time.' },
  ]
}
