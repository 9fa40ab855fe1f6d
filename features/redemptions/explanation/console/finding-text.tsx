import { allowanceSentence } from '@quaff/features/plans/rules'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DateText, toMoment } from '@quaff/platform/console/display/date-time'
import type { Finding, PlanRule } from '../../scan/contract'

const ruleNames = {
  allowance: 'allowance',
  timeWindow: 'time window',
  validLocationIds: 'list of valid locations',
} as const satisfies Record<PlanRule, string>

/** Why a scan would fail, or what speaks against it, in a sentence. */
export function FindingText({ finding }: { finding: Finding }) {
  const timeZone = useTimeZone()
  const when = (at: Date, zone = timeZone) => <DateText value={at} style="datetime" timeZone={zone} />
  switch (finding.reason) {
    case 'ACCOUNT_ERASED':
      return <>The account was erased on {when(finding.at)}.</>
    case 'ACCOUNT_STATUS':
      return `The account is ${words(finding.name)}: whether the app serves it is unknown.`
    case 'CANCELED':
      return toMoment(finding.at) ? (
        <>The subscription was canceled, {when(finding.at)}.</>
      ) : (
        'The subscription is canceled.'
      )
    case 'STATUS_UNKNOWN':
      return `The subscription is ${words(finding.name)}: whether the app serves it is unknown.`
    case 'PERIOD_OVER':
      return <>The period is over since {when(finding.at)}.</>
    case 'PERIOD_NOT_BEGUN':
      return <>The period begins only on {when(finding.at)}.</>
    case 'ALLOWANCE_USED_UP':
      return (
        <>
          The allowance ({allowanceSentence(finding.allowance, null).toLowerCase()}) is used up until{' '}
          {when(finding.at, finding.timeZone)} ({finding.timeZone}).
        </>
      )
    case 'ALLOWANCE_UNCERTAIN':
      return `Whether the allowance is used up is unknown: ${
        finding.count === 1 ? '1 redemption at this venue names' : `${finding.count} redemptions at this venue name`
      } no plan.`
    case 'RULE_UNREADABLE':
      return `The ${ruleNames[finding.rule]} of the plan is unknown: it is stored in a form that cannot be read.`
    case 'CLOSED_NOW':
      return finding.at ? (
        <>
          Closed now. The next opening is {when(finding.at, finding.timeZone)} ({finding.timeZone}).
        </>
      ) : (
        'Closed now, and no opening is in sight.'
      )
    case 'OUTSIDE_TIME_WINDOW':
      return `Outside the hours of the plan: ${finding.name}, on the clock of the location.`
    case 'JUST_REDEEMED':
      return <>Redeemed less than 10 minutes ago, {when(finding.at)}.</>
    default:
      return sentences[finding.reason]
  }
}

const words = (status: string) => status.replaceAll('_', ' ')

type PlainReason = Exclude<
  Finding,
  { at: unknown } | { name: string } | { rule: PlanRule } | { count: number }
>['reason']
const sentences = {
  ACCOUNT_SUSPENDED: 'The account is suspended.',
  PAST_DUE: 'The payment is past due.',
  PERIOD_UNKNOWN: 'The end of the period is unknown.',
  VENUE_SUSPENDED: 'The venue is suspended.',
  VENUE_ARCHIVED: 'The venue is archived.',
  VENUE_DECLINED: 'The venue was declined.',
  VENUE_NOT_APPROVED: 'The venue is not live: it is not approved yet.',
  VENUE_NOT_LIVE: 'The venue is not live.',
  VENUE_UNKNOWN: 'The venue is not on record: its state is unknown.',
  PLAN_UNKNOWN: 'The plan is not on record: its allowance and its valid locations are unknown.',
  PLAN_INACTIVE: 'The plan is inactive: nobody new can buy it, those who have it keep their pass.',
  NO_LOCATION: 'The venue has no location on record: where to scan is unknown.',
  VALID_LOCATIONS_GONE: 'None of the valid locations of the plan exists any more.',
  HOURS_UNKNOWN: 'Whether a location is open now is unknown: its hours are not set.',
  LOCATION_CHECK: 'The venue checks that the phone is at the location.',
} as const satisfies Record<PlainReason, string>
