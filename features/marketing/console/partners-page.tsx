import { estimateMonth, workedExamples } from '../estimate-rules'
import { slotMark } from '../rules'
import type { CupName } from './cup-view'
import { dollars, Estimator, number } from './estimator-widget'
import { OfferSection } from './offer-section'
import { onboardingSteps, partnerQuestions, payoutSteps } from './partners-copy'
import { QuestionList } from './question-list'
import { SiteLayout, supportLink } from './site-layout-widget'
import { SlotChoiceText, WithSupport } from './slot-text'
import { type Bar, Bars } from './ticket-widget'

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
        lead={
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

const pour: readonly Bar[] = [
  [112, 5.7],
  [125.3, 3.8],
  [132.9, 7.6],
  [144.4, 5.7],
  [155.8, 3.8],
  [167.2, 7.6],
  [178.6, 3.8],
  [186.2, 3.8],
  [193.8, 7.6],
  [205.3, 7.6],
  [216.7, 7.6],
  [230, 5.7],
  [243.3, 3.8],
  [250.9, 11.4],
  [266.2, 7.6],
  [277.6, 5.7],
  [287.1, 11.4],
  [306.1, 5.7],
  [315.6, 7.6],
  [329, 11.4],
]

/** Sales as a drink: what is poured in, what it cost, what is left. */
function GlassView() {
  return (
    <svg viewBox="0 0 620 600" aria-hidden>
      <rect y="560" width="620" height="40" fill="#13463A" />
      <Bars fill="#E8A143" y={-10} height={330} bars={pour} />
      <path d="M58 300c26-14 48 14 76 0s48 14 76 0 50 14 76 0 50 12 76 0 30 8 40 0l-8 84H66Z" fill="#E8A143" />
      <path d="M65 372h329l-8 90H73Z" fill="#C98F57" />
      <path d="M73 460h313l-9 72c-2 14-11 22-24 22H106c-13 0-22-8-24-22Z" fill="#7A4728" />
      <path
        d="M34 150h392l-36 384c-2 17-12 26-28 26H98c-16 0-26-9-28-26Z"
        fill="#F7F1E6"
        fillOpacity=".07"
        stroke="#F7F1E6"
        strokeWidth="8"
        strokeLinejoin="round"
      />
    </svg>
  )
}

interface StatementProps {
  /** True to include payment method and adjustments. */
  complete?: boolean
}

function StatementCard({ complete = false }: StatementProps) {
  return (
    <div className="slip">
      <div className="t">Statement</div>
      <span>Example, 1–31 Oct 2026</span>
      <dl>
        <dt>Pass sales</dt>
        <dd>$1,740.00</dd>
        <SlotChoiceText
          slot="feeShare"
          known={
            <>
              <dt>{`Our fee, ${slotMark('feeShare')}`}</dt>
              <dd>{slotMark('exampleFee')}</dd>
            </>
          }
          otherwise={null}
        />
        <dt>Adjustments</dt>
        <dd>−$58.00</dd>
        {complete && (
          <>
            <dt>Method</dt>
            <dd>Manual</dd>
            <dt>To account</dt>
            <dd>•••• 1234</dd>
          </>
        )}
        <dt className="net">Net</dt>
        <dd className="net">
          <SlotChoiceText slot="feeShare" known={slotMark('exampleNet')} otherwise="$1,682.00" />
        </dd>
      </dl>
      {complete && <span className="tag">Adjustments: two passes refunded at $29.00.</span>}
    </div>
  )
}

function EstimatorSection() {
  return (
    <section className="est sec" id="estimate" aria-labelledby="estimate-title">
      <div className="wrap">
        <h2 id="estimate-title">What’s in the glass for you?</h2>
        <p className="lede">Move the four numbers to match your counter. Nothing is sent anywhere.</p>
        <div className="panel needs-js" id="estimator">
          <Estimator />
        </div>
        {/* Outside the estimator, because its script can’t render server-filled text again. */}
        <p className="small after">
          <SlotChoiceText
            slot="feeShare"
            known={`Before Quaff’s fee of ${slotMark('feeShare')} of pass sales`}
            otherwise="Before Quaff’s fee"
          />
          , card costs and tax.
        </p>
        <div className="tblwrap" tabIndex={0} role="region" aria-label="Worked examples">
          <table className="tbl">
            <caption>Worked examples: $29 a month, 4 drinks a week, $0.90 a drink. A month is 4.333 weeks.</caption>
            <thead>
              <tr>
                <th scope="col">Pass holders</th>
                <th scope="col">Pass sales</th>
                <th scope="col">Drinks</th>
                <th scope="col">Drink costs</th>
                <th scope="col">Left</th>
              </tr>
            </thead>
            <tbody>
              {workedExamples.map((details) => {
                const month = estimateMonth(details)
                return (
                  <tr key={details.passHolders}>
                    <th scope="row">{details.passHolders}</th>
                    <td>{dollars(month.salesMinor)}</td>
                    <td>{number(Math.round(month.drinks))}</td>
                    <td>{dollars(month.costsMinor)}</td>
                    <td>{dollars(month.leftMinor)}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  )
}
