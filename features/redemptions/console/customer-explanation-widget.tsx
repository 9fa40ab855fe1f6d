import { IconCircleCheck, IconCircleX, IconQuestionMark, IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveRefresh, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { SubscriptionStatusPill } from '@quaff/features/subscriptions/console/subscription-status-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { ClockText, DateText, RelativeTime, toMoment, counted } from '@quaff/platform/console/display/formats'
import { inZone } from '@quaff/platform/console/display/measured-labels'
import { Panel, type StatusMeta, MetaPill } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { isolated } from '@quaff/platform/shared/readable-text'
import {
  type AllowanceLeft,
  type Pass,
  type Place,
  type PlaceState,
  type ScanVerdict,
  weightOf,
} from '../scan-contract'
import type { RedemptionView } from '../view-contract'
import { FindingList } from './finding-list'
import { redemptionsApi } from './redemption-queries'
import { RedemptionStatusPill } from './redemption-status-pill'
import classes from './redemptions.module.css'

type CustomerExplanationProps = {
  userId: string
  /** Hides locations and warnings, for use beside other facts. */
  short?: boolean
}

export function CustomerExplanation({ userId, short = false }: CustomerExplanationProps) {
  const timeZone = useTimeZone()
  const query = useExplanation(userId)
  const explanation = query.data
  const zones = [...new Set(explanation?.passes.map((pass) => pass.timeZone))]
  const left = explanation ? explanation.passesTotal - explanation.passes.length : 0
  return (
    <Panel
      title="Can they redeem now?"
      actions={
        <Button
          size="sm"
          variant="quiet"
          icon={IconRefresh}
          iconOnPhone
          loading={query.isFetching}
          onClick={query.recheck}
        >
          Refresh
        </Button>
      }
      loading={query.isPending}
      what={query.isError && !explanation ? 'the explanation' : undefined}
      onRetry={query.recheck}
      footer={
        explanation && (
          <span className="q-caption">
            {query.isError ? 'Couldn’t refresh. As of ' : 'As of '}
            <DateText value={explanation.at} style="datetime" timeZone={timeZone} />.
            {!short && zones.length > 0 && ` Allowances reset at midnight in ${zones.join(', ')}.`}
          </span>
        )
      }
    >
      {explanation && (
        <div className={classes.strip}>
          <VerdictPill verdict={explanation.verdict} />
          <FindingList findings={explanation.findings} />
          <LastRedemptionText redemption={explanation.lastRedemption} timeZone={timeZone} />
          {explanation.passes.length === 0 ? (
            <p>No pass yet</p>
          ) : (
            <ul className={classes.passes} aria-label="Passes">
              {explanation.passes.map((pass) => (
                <PassItem
                  key={pass.subscriptionId}
                  pass={pass}
                  at={explanation.at}
                  timeZone={timeZone}
                  short={short}
                  isOnly={explanation.passesTotal === 1}
                />
              ))}
            </ul>
          )}
          {left > 0 && <p className="q-caption">And {left} more.</p>}
        </div>
      )}
    </Panel>
  )
}

/** Recheck regularly, because locations close and allowances renew without an event. */
const RECHECK_MS = 60_000

function useExplanation(userId: string) {
  const client = useQueryClient()
  const query = useQuery(
    redemptionsApi.explainCustomer.queryOptions({ input: { userId }, staleTime: 0, refetchInterval: RECHECK_MS }),
  )
  useLiveRefresh(
    ['subscription', 'redemption', 'merchant', 'user'],
    () => client.invalidateQueries({ queryKey: redemptionsApi.explainCustomer.key({ input: { userId } }) }),
    (event) =>
      event.subjectId === userId ||
      Boolean(query.data?.passes.some(({ merchantId }) => merchantId === event.merchantId)),
  )
  return { ...query, recheck: () => void query.refetch() }
}

function LastRedemptionText({ redemption, timeZone }: { redemption: RedemptionView | null; timeZone: string }) {
  if (!redemption) return <p>No redemptions yet</p>
  const { merchantId, merchantName, locationName, planName, redeemedAt, status } = redemption
  return (
    <p>
      <span className="q-muted">Last redemption:</span> <RelativeTime value={redeemedAt} timeZone={timeZone} /> (
      <DateText value={redeemedAt} style="datetime" timeZone={timeZone} />) at{' '}
      <AppLink to={`/merchants?id=${encodeURIComponent(merchantId)}`} className="q-link">
        {merchantName}
      </AppLink>
      , {isolated(locationName)}, with {isolated(planName)}
      {status !== 'completed' && (
        <>
          {' '}
          <RedemptionStatusPill status={status} />
        </>
      )}
    </p>
  )
}

type PassItemProps = {
  pass: Pass
  at: Date
  timeZone: string
  short: boolean
  /** Hides its verdict, which equals the overall verdict. */
  isOnly: boolean
  /** Hides the merchant, which is that of the page. */
  isHere?: boolean
}

export function PassItem({ pass, at, timeZone, short, isOnly, isHere = false }: PassItemProps) {
  const { merchantId, merchantName, planName, status, currentPeriodEnd, verdict, places } = pass
  const findings = short ? pass.findings.filter(({ reason }) => weightOf[reason] !== 'warns') : pass.findings
  return (
    <li className={classes.pass}>
      <div className="q-row q-wrap">
        {isHere ? (
          <b className="q-strong">{planName}</b>
        ) : (
          <span>
            {isolated(planName)} at{' '}
            <AppLink to={`/merchants?id=${encodeURIComponent(merchantId)}`} className="q-link">
              {merchantName}
            </AppLink>
          </span>
        )}
        <SubscriptionStatusPill status={status} />
        {!isOnly && <VerdictPill verdict={verdict} />}
      </div>
      <span className="q-secondary">
        {status !== 'canceled' && `${allowanceText(pass.allowance)}. `}
        {endingText(pass, at)} <DateText value={currentPeriodEnd} timeZone={timeZone} />.
      </span>
      <FindingList findings={findings} timeZone={isHere ? timeZone : undefined} />
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

function endingText({ currentPeriodEnd, endsWithPeriod }: Pass, at: Date): string {
  if (toMoment(currentPeriodEnd) && currentPeriodEnd <= at) return 'Period ended'
  return endsWithPeriod ? 'Doesn’t renew, ends' : 'Period ends'
}

const periodLabels = { day: 'today', week: 'this week', month: 'this month' } as const

/** "1 of 2 drinks left today" */
export function allowanceText(allowance: AllowanceLeft): string {
  switch (allowance.kind) {
    case 'unlimited':
      return 'Unlimited drinks'
    case 'unknown':
      return 'Drinks left unknown'
    case 'limited': {
      const { left, drinks, per } = allowance
      return `${left} of ${counted(drinks, 'drink')} left ${periodLabels[per]}`
    }
  }
}

const placeLabels = {
  serves: 'accepts this plan now',
  unknown: 'can’t tell if it accepts this plan now',
  outside_window: 'outside the plan’s hours',
  closed: 'closed now',
  not_in_plan: 'not included in the plan',
} as const satisfies Record<PlaceState, string>

const placeText = ({ name, state, opening, timeZone }: Place) =>
  `${isolated(name)}: ${placeLabels[state]}. ${opening}${inZone(timeZone)}.`

const statusMeta = {
  succeeds: { label: 'Can redeem', tone: 'ok', icon: IconCircleCheck },
  unknown: { label: 'Can’t tell', tone: 'neutral', icon: IconQuestionMark },
  fails: { label: 'Can’t redeem', tone: 'danger', icon: IconCircleX },
} as const satisfies Record<ScanVerdict, StatusMeta>

const VerdictPill = ({ verdict }: { verdict: ScanVerdict }) => <MetaPill meta={statusMeta[verdict]} />
