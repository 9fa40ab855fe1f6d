import { slotMark } from '../rules'
import { type CupName, PlacedCup } from './cup-view'
import { SiteLayout } from './site-layout-widget'
import { SlotChoiceText } from './slot-text'
import { StoreBadges, WaitlistLink } from './store-badges'
import { PassCard } from './ticket-widget'
import { MarkView } from './wordmark-view'

const ring: readonly CupName[] = [
  ...(['latte', 'orange', 'matcha', 'espresso', 'hibiscus', 'rosetta'] as const),
  ...(['tea', 'iced', 'chai', 'orange', 'choc', 'lime'] as const),
]
const cupSize = 112
const ringRadius = 244
const ringCentre = 246

const places = ring.map((name, index) => {
  const angle = (index * 2 * Math.PI) / ring.length
  const [x, y] = [ringCentre + ringRadius * Math.sin(angle), ringCentre - ringRadius * Math.cos(angle)]
  return { name, index, x: Number(x.toFixed(1)), y: Number(y.toFixed(1)) }
})

const appStep = { title: 'Get the app', text: 'Open it on this phone.' }
const joinStep = { title: 'Join the waitlist', text: 'We’ll email you when it’s your turn.' }
const steps = [
  { title: 'Choose a pass', text: 'You see the drinks, the places and the price on one card before you pay.' },
  { title: 'Show the barcode', text: 'One scan at the counter is one drink. The next is ready tomorrow.' },
]

/** Visitors with a known code read who invited them. Others see the same page without that line. */
export function AffiliatePage() {
  return (
    <SiteLayout path="/affiliate" cups={[...new Set(ring)]}>
      <section className="hero aff">
        <div className="wrap in">
          <div>
            <SlotChoiceText slot="inviteCode" known={<Invited />} otherwise={<Neutral />} />
            <SlotChoiceText
              slot="waitlistPath"
              known={
                <p>
                  <WaitlistLink />
                </p>
              }
              otherwise={null}
            />
            <StoreBadges />
          </div>
          <div className="fan">
            <svg viewBox="0 0 600 600" aria-hidden>
              {places.map(({ name, index, x, y }) => (
                <PlacedCup key={index} name={name} x={x} y={y} size={cupSize} />
              ))}
            </svg>
            <PassCard />
          </div>
        </div>
      </section>
      <section className="sec" aria-label="How it works">
        <div className="wrap threes">
          <SlotChoiceText slot="waitlistPath" known={<Step {...joinStep} />} otherwise={<Step {...appStep} />} />
          {steps.map((step) => (
            <Step key={step.title} {...step} />
          ))}
        </div>
      </section>
    </SiteLayout>
  )
}

function Step({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  )
}

function Invited() {
  return (
    <>
      <h1>You’re invited for a daily cup.</h1>
      <p className="lede">{`This link comes from ${slotMark('inviter')}. With a pass from a venue near you, you can have a drink there every day and skip the till.`}</p>
      <Code
        title={`Code ${slotMark('inviteCode')} is applied`}
        text="If it carries an offer, the app shows it before you pay."
      />
    </>
  )
}

function Neutral() {
  return (
    <>
      <h1>Have your daily cup with Quaff.</h1>
      <p className="lede">
        Pick a pass from a place that pours what you like, show its barcode once a day, and take your drink with you.
      </p>
      <Code title="No code? No problem." text="If someone gave you one, you can also enter it in the app." />
    </>
  )
}

function Code({ title, text }: { title: string; text: string }) {
  return (
    <div className="code">
      <MarkView />
      <div>
        <b>{title}</b>
        <span>{text}</span>
      </div>
    </div>
  )
}
