import { CupView, type CupName } from './cup-view'
import { WaitlistLink } from './get-app-link'
import { HeroSection } from './hero-section'
import { homeQuestions, venueKinds } from './home-copy'
import { QuestionList } from './question-list'
import { supportLink } from './site-footer'
import { SiteLayout } from './site-layout'
import { SlotChoiceText, WithSupport } from './slot-text'
import { StepsSection } from './steps-section'
import { StoreBadges } from './store-badges'
import { VenueMapView } from './venue-map-view'

const cups: readonly CupName[] = [
  ...(['espresso', 'latte', 'rosetta', 'matcha', 'orange', 'tea', 'iced', 'hibiscus', 'chai', 'choc', 'lime'] as const),
]

export function HomePage() {
  return (
    <SiteLayout path="/" cups={cups}>
      <HeroSection />
      <StepsSection />
      <section className="venues" aria-labelledby="venues">
        <VenueMapView />
        <div className="wrap">
          <div className="vcard">
            <h2 id="venues">Poured by places you already walk past.</h2>
            <p>
              Partner venues set their own passes: one filter coffee a day, or ten juices a month. The app lists the
              ones near you, with today’s hours.
            </p>
            <ul className="kinds">
              {venueKinds.map(({ cup, name }) => (
                <li key={cup}>
                  <CupView name={cup} />
                  {name}
                </li>
              ))}
            </ul>
          </div>
        </div>
      </section>
      <QuestionList
        title="Before your first cup"
        aside={
          <WithSupport>
            Have another question? <a href={supportLink}>Email support</a>.
          </WithSupport>
        }
        questions={homeQuestions}
      />
      <section className="dl" id="download" aria-labelledby="download-title">
        <div className="wrap">
          <div>
            <h2 id="download-title">Tomorrow’s cup starts here.</h2>
            <SlotChoiceText
              slot="waitlistPath"
              known={
                <>
                  <p>The app isn’t in the app stores yet. Join the waitlist and we’ll email you when it’s your turn.</p>
                  <p>
                    <WaitlistLink />
                  </p>
                </>
              }
              otherwise={<p>Get the app, find a pass near you, and have the first drink today.</p>}
            />
            <StoreBadges />
          </div>
          <div className="art" aria-hidden>
            <CupView name="latte" />
          </div>
        </div>
      </section>
    </SiteLayout>
  )
}
