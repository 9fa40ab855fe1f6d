import { SubscriptionStatusPill } from '@quaff/features/subscriptions/console/subscription-status-widget'
import { ClockText, DateText, toMoment } from '@quaff/platform/console/display/date-time'
import { counted } from '@quaff/platform/console/display/figures/figure-text'
import { inZone } from '@quaff/platform/console/display/measured/measured-words'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { weightOf, type AllowanceLeft, type Pass, type Place, type PlaceState } from '../../scan/contract'
import { FindingList } from './finding-list'
import { VerdictPill } from './verdict-pill'
import classes from './explanation.module.css'

type PassItemProps = {
  pass: Pass
  /** When it was judged. */
  at: Date
  timeZone: string
  short: boolean
  /** The verdict of the whole is its own. */
  isOnly: boolean
}

export function PassItem({ pass, at, timeZone, short, isOnly }: PassItemProps) {
  const { merchantId, merchantName, planName, status, currentPeriodEnd, verdict, places } = pass
  const findings = short ? pass.findings.filter(({ reason }) => weightOf[reason] !== 'warns') : pass.findings
  return (
    <li className={classes.pass}>
      <div className="q-row q-wrap">
        <span>
          {planName} at{' '}
          <AppLink to={`/merchants?id=${encodeURIComponent(merchantId)}`} className="q-link">
            {merchantName}
          </AppLink>
        </span>
        <SubscriptionStatusPill status={status} />
        {!isOnly && <VerdictPill verdict={verdict} />}
      </div>
      <span className="q-secondary">
        {status !== 'canceled' && `${allowanceText(pass.allowance)}. `}
        {endingWords(pass, at)} <DateText value={currentPeriodEnd} timeZone={timeZone} />.
      </span>
      <FindingList findings={findings} />
      {!short && places.length > 0 && (
        <div className={classes.places}>
          <ul className={classes.places} aria-label={`Locations of ${merchantName}`}>
            {places.map((place) => (
              <li key={place.id} className="q-caption">
                <ClockText text={placeText(place)} />
              </li>
            ))}
          </ul>
          {pass.placesTotal > places.length && (
            <span className="q-caption">+{pass.placesTotal - places.length} more locations</span>
          )}
        </div>
      )}
    </li>
  )
}

function endingWords({ currentPeriodEnd, endsWithPeriod }: Pass, at: Date): string {
  if (toMoment(currentPeriodEnd) && currentPeriodEnd <= at) return 'Period ended'
  return endsWithPeriod ? 'Doesn’t renew, ends' : 'Period ends'
}

const periodWords = { day: 'today', week: 'this week', month: 'this month' } as const

/** "1 of 2 drinks left today" */
function allowanceText(allowance: AllowanceLeft): string {
  switch (allowance.kind) {
    case 'unlimited':
      return 'Unlimited drinks'
    case 'unknown':
      return 'Drinks left unknown'
    case 'limited': {
      const { left, drinks, per } = allowance
      return `${left} of ${counted(drinks, 'drink')} left ${periodWords[per]}`
    }
  }
}

const placeWords = {
  serves: 'accepts this plan now',
  unknown: 'can’t tell if it accepts this plan now',
  outside_window: 'outside the plan’s hours',
  closed: 'closed now',
  not_in_plan: 'not included in the plan',
} as const satisfies Record<PlaceState, string>

const placeText = ({ name, state, opening, timeZone }: Place) =>
  `${name}: ${placeWords[state]}. ${opening}${inZone(timeZone)}.`
