import { IconAlertTriangle, IconCircleX, IconQuestionMark } from '@tabler/icons-react'
import { allowanceSentence } from '@quaff/features/plans/rules'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { ClockText, DateText, toMoment } from '@quaff/platform/console/display/formats'
import { inZone } from '@quaff/platform/console/display/measured-labels'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { isolated } from '@quaff/platform/shared/readable-text'
import { type Finding, type FindingWeight, type PlanRule, weightOf } from '../scan-contract'
import classes from './redemptions.module.css'

const icons = { fails: IconCircleX, unknown: IconQuestionMark, warns: IconAlertTriangle } as const
const spoken = { fails: 'Refused:', unknown: 'Unknown:', warns: 'Note:' } as const satisfies Record<
  FindingWeight,
  string
>

/** `timeZone`: the platform's by default. */
export function FindingList({ findings, timeZone }: { findings: readonly Finding[]; timeZone?: string | undefined }) {
  if (findings.length === 0) return null
  return (
    <ul className={classes.findings} aria-label="Reasons">
      {findings.map((finding, index) => {
        const weight = weightOf[finding.reason]
        return (
          <li key={`${finding.reason}-${index}`} className={classes.finding} data-weight={weight}>
            <Glyph icon={icons[weight]} size={16} />
            <span>
              <span className="q-hidden">{spoken[weight]} </span>
              <FindingText finding={finding} timeZone={timeZone} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const ruleNames = {
  allowance: 'allowance',
  timeWindow: 'time window',
  validLocationIds: 'locations',
} as const satisfies Record<PlanRule, string>

export function FindingText({ finding, timeZone }: { finding: Finding; timeZone?: string | undefined }) {
  const platformZone = useTimeZone()
  const when = (at: Date, zone = timeZone ?? platformZone) => <DateText value={at} style="datetime" timeZone={zone} />
  switch (finding.reason) {
    case 'ACCOUNT_ERASED':
      return <>The account was erased on {when(finding.at)}.</>
    case 'ACCOUNT_STATUS':
      return `The account is ${isolated(spaced(finding.name))}. We can’t tell whether the app accepts it.`
    case 'CANCELED':
      return toMoment(finding.at) ? (
        <>The subscription was canceled {when(finding.at)}.</>
      ) : (
        'The subscription is canceled.'
      )
    case 'STATUS_UNKNOWN':
      return `The subscription is ${spaced(finding.name)}. We can’t tell whether the app accepts it.`
    case 'PERIOD_OVER':
      return <>The period ended {when(finding.at)}.</>
    case 'PERIOD_NOT_BEGUN':
      return <>The period starts {when(finding.at)}.</>
    case 'ALLOWANCE_USED_UP':
      return (
        <>
          The allowance ({allowanceSentence(finding.allowance, null).toLowerCase()}) is used up until{' '}
          {when(finding.at, finding.timeZone)}
          {inZone(finding.timeZone)}.
        </>
      )
    case 'ALLOWANCE_UNCERTAIN':
      return `We can’t tell whether the allowance is used up: ${
        finding.count === 1 ? '1 redemption at this venue names' : `${finding.count} redemptions at this venue name`
      } no plan.`
    case 'RULE_UNREADABLE':
      return `We can’t read the plan’s ${ruleNames[finding.rule]}.`
    case 'CLOSED_NOW':
      return finding.at ? (
        <>
          Closed now. Opens {when(finding.at, finding.timeZone)}
          {inZone(finding.timeZone)}.
        </>
      ) : (
        'Closed now, with no upcoming opening hours.'
      )
    case 'OUTSIDE_TIME_WINDOW':
      return <ClockText text={`Outside the plan’s hours: ${isolated(finding.name)}, local time at the location.`} />
    case 'JUST_REDEEMED':
      return <>Redeemed less than 10 minutes ago, {when(finding.at)}.</>
    default:
      return sentences[finding.reason]
  }
}

const spaced = (status: string) => status.replaceAll('_', ' ')

type PlainReason = Exclude<
  Finding,
  { at: unknown } | { name: string } | { rule: PlanRule } | { count: number }
>['reason']
const sentences = {
  ACCOUNT_SUSPENDED: 'The account is suspended.',
  PAST_DUE: 'The payment is past due.',
  PERIOD_UNKNOWN: 'The period has no end date.',
  VENUE_SUSPENDED: 'The venue is suspended.',
  VENUE_ARCHIVED: 'The venue is archived.',
  VENUE_DECLINED: 'The venue was rejected.',
  VENUE_NOT_APPROVED: 'The venue isn’t approved yet.',
  VENUE_NOT_LIVE: 'The venue has paused sales. Existing passes still work.',
  VENUE_UNKNOWN: 'We don’t have this venue’s status.',
  PLAN_UNKNOWN: 'We don’t have this plan’s allowance and locations.',
  PLAN_INACTIVE: 'The plan is paused. Current subscribers keep their pass.',
  NO_LOCATION: 'The venue has no locations.',
  VALID_LOCATIONS_GONE: 'All of the plan’s locations were deleted.',
  HOURS_UNKNOWN: 'A location has no hours set, so we can’t tell whether it’s open.',
  LOCATION_CHECK: 'Customers must be at the location to redeem.',
} as const satisfies Record<PlainReason, string>
