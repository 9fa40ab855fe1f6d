import type { CupName } from './cup-view'
import { EstimatorSection } from './estimator-section'
import { GlassView } from './glass-view'
import { OfferSection } from './offer-section'
import { onboardingSteps, partnerQuestions, payoutSteps } from './partners-copy'
import { QuestionList } from './question-list'
import { supportLink } from './site-footer'
import { SiteLayout } from './site-layout'
import { WithSupport } from './slot-text'
import { StatementCard } from './statement-card'

const cups: readonly CupName[] = ['espresso', 'matcha', 'latte', 'tea']

export function PartnersPage() {
  return (
    <SiteLayout path="/partners" cups={cups}>
      <section className="phero">
        <div className="wrap in">
          <div>
            <h1>Regulars who pay before they order.</h1>
            <p className="lede">
              Sell your own daily-drink pass. You set the price, the drinks and the places. Guests show a barcode, you
              pour, and we pay you out.
            </p>
            <div className="act">
              <a className="btn" href="/partners/signup">
                Start your application
              </a>
              <a className="more" href="#estimate">
                Estimate your earnings
              </a>
            </div>
          </div>
          <div className="pourbox">
            <GlassView />
            <StatementCard />
          </div>
        </div>
      </section>
      <OfferSection />
      <EstimatorSection />
      <PayoutSection />
      <GoLiveSection />
      <QuestionList
        title="Frequently asked questions"
        aside={
          <WithSupport>
            Still deciding? <a href={supportLink}>Email us</a>.
          </WithSupport>
        }
        questions={partnerQuestions}
      />
    </SiteLayout>
  )
}

function PayoutSection() {
  return (
    <section className="sec" aria-labelledby="payouts">
      <div className="wrap pay">
        <div>
          <h2 id="payouts">Real people handle your payouts.</h2>
          <p className="lede">We check and send each one, so there’s always someone to ask.</p>
          <ol className="flow">
            {payoutSteps.map(({ title, text }) => (
              <li key={title}>
                <div>
                  <b>{title}</b>
                  <span>{text}</span>
                </div>
              </li>
            ))}
          </ol>
        </div>
        <div className="slipbox">
          <StatementCard complete />
        </div>
      </div>
    </section>
  )
}

function GoLiveSection() {
  return (
    <section className="live sec" aria-labelledby="go-live">
      <div className="wrap">
        <h2 id="go-live">Five steps to the first cup.</h2>
        <ol className="five">
          {onboardingSteps.map(({ title, text }) => (
            <li key={title}>
              <b>{title}</b>
              <span>{text}</span>
            </li>
          ))}
        </ol>
        <div className="act">
          <a className="btn btn--amber" href="/partners/signup">
            Start your application
          </a>
          <a className="more" href="/auth/login">
            Merchant Login
          </a>
        </div>
      </div>
    </section>
  )
}
