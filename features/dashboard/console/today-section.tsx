import type { ReactNode } from 'react'
import { openingText, type VenueOpening, venueOpening } from '@quaff/features/locations/opening-rules'
import { merchantStateText, saleLabel } from '@quaff/features/merchants/console/pause-sales-widget'
import type { MerchantRecord } from '@quaff/features/merchants/contract'
import { isInReview } from '@quaff/features/merchants/lifecycle-rules'
import { useNextPayout } from '@quaff/features/payouts/console/payout-summary-widget'
import { busiestHour, weekAgoLabel } from '@quaff/features/redemptions/console/hour-points-widget'
import type { VenueToday } from '@quaff/features/redemptions/usage-contract'
import { flaggedCount, todayAddress } from '@quaff/features/redemptions/usage/console/flagged-panel-widget'
import { useNow } from '@quaff/platform/console/clock'
import { clockText, DateText, useHourCycle, counted, formatCount } from '@quaff/platform/console/display/formats'
import { inZone, joinNotes } from '@quaff/platform/console/display/measured-labels'
import { Panel, type Reading, Skeleton } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { isolated } from '@quaff/platform/shared/readable-text'
import { MainTotal, otherTotals } from './tile-text'
import classes from './dashboard.module.css'

type TodaySectionProps = {
  merchant: MerchantRecord
  plans: number
  query: Reading & { data: VenueToday | undefined }
  /** Nothing was ever sold: there are no counts to show. */
  isQuiet: boolean
}

export function TodaySection({ merchant, plans, query, isQuiet }: TodaySectionProps) {
  const today = query.data
  if (!today && query.isError) return <Panel query={query} what="today’s redemptions" />
  return (
    <section className={classes.today} aria-label="Today" aria-busy={!today || undefined}>
      <dl className={classes.states}>
        {today && <OpenState schedules={today.schedules} />}
        <SaleState merchant={merchant} plans={plans} />
      </dl>
      {!isQuiet &&
        (today ? (
          <>
            <RedemptionsCell today={today} />
            <FlaggedCell today={today} />
          </>
        ) : (
          <Cell wide label="Redemptions today" value={<Skeleton width={96} height={48} />} />
        ))}
      <PayoutCell merchantId={merchant.id} />
    </section>
  )
}

type CellProps = { label: string; value: ReactNode; note?: ReactNode; to?: string; wide?: boolean }

function Cell({ label, value, note, to, wide = false }: CellProps) {
  const content = (
    <>
      <span className="q-caption">{label}</span>
      <span className={classes.value}>{value}</span>
      {note && <span className="q-caption q-num">{note}</span>}
    </>
  )
  const shared = { className: classes.cell, 'data-wide': wide }
  return to === undefined ? (
    <div {...shared}>{content}</div>
  ) : (
    <AppLink {...shared} to={to}>
      {content}
    </AppLink>
  )
}

function RedemptionsCell({ today: { today, weekAgo, hours, timeZone, measuredAt } }: { today: VenueToday }) {
  const weekday = weekAgoLabel(measuredAt, timeZone).replace('Last', 'last')
  const busiest = busiestHour(hours, useHourCycle())
  const change = weekAgo === null ? 0 : today - weekAgo
  return (
    <Cell
      wide
      label="Redemptions today"
      to="/redemptions"
      value={
        <>
          <b className={classes.big} aria-live="polite">
            {formatCount(today)}
          </b>
          {change !== 0 && (
            <span className={classes.change} data-more={change > 0}>
              {`${formatCount(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'}`}
            </span>
          )}
        </>
      }
      note={joinNotes(weekAgo !== null && `${formatCount(weekAgo)} by this time ${weekday}`, busiest)}
    />
  )
}

function FlaggedCell({ today }: { today: VenueToday }) {
  const { flagged, timeZone } = today
  const [latest] = flagged.rows
  return (
    <Cell
      label="Flagged today"
      to={latest ? todayAddress(today) : undefined}
      value={flaggedCount(flagged)}
      note={
        latest ? (
          <>
            Latest <DateText value={latest.redeemedAt} style="time" timeZone={timeZone} />
          </>
        ) : (
          'Nothing to check'
        )
      }
    />
  )
}

/** Missing while no amount is known. */
function PayoutCell({ merchantId }: { merchantId: string }) {
  const next = useNextPayout(merchantId)
  if (!next) return null
  return (
    <Cell
      label="Next payout"
      to={next.to}
      value={<MainTotal totals={next.totals} />}
      note={joinNotes(otherTotals(next.totals), next.note)}
    />
  )
}

type StateProps = { tone: 'ok' | 'warn' | 'neutral'; label: string; text: string; note?: string | undefined }

function State({ tone, label, text, note }: StateProps) {
  return (
    <div className={classes.state} data-kind={tone}>
      <dt className="q-hidden">{label}</dt>
      <dd>
        <b className="q-strong">{text}</b>
        {note && <span className={`q-caption ${classes.note}`}>{note}</span>}
      </dd>
    </div>
  )
}

/** Missing while no location has hours. Follows the clock, so that an open page stays correct. */
function OpenState({ schedules }: { schedules: VenueToday['schedules'] }) {
  const now = useNow()
  const hourCycle = useHourCycle()
  const venue = venueOpening(schedules, now)
  if (!venue) return null
  const { opening, schedule } = venue.lead
  const text = clockText(openingText(opening, schedule, now), hourCycle) + inZone(schedule.timeZone)
  return (
    <State
      tone={venue.open > 0 ? 'ok' : 'neutral'}
      label="Opening hours"
      text={venue.open > 0 ? text : 'Closed'}
      note={joinNotes(venue.open === 0 && text !== 'Closed' && text, placesText(venue))}
    />
  )
}

/** One location needs no count. */
function placesText({ open, known, unknown }: VenueOpening): string | undefined {
  if (known + unknown === 1) return undefined
  const withoutHours = unknown === 0 ? '' : `, ${formatCount(unknown)} without hours`
  return `${formatCount(open)} of ${counted(known, 'location')} open${withoutHours}`
}

function SaleState({ merchant, plans }: { merchant: MerchantRecord; plans: number }) {
  if (merchant.status !== 'active') {
    const reason = isInReview(merchant) ? null : merchant.statusReason
    const note = joinNotes('Not selling passes', reason !== null && `Reason: ${isolated(reason)}`)
    return <State tone="neutral" label="Sales" text={merchantStateText(merchant)} note={note} />
  }
  const { isLive } = merchant
  return (
    <State
      tone={isLive ? 'ok' : 'warn'}
      label="Sales"
      text={saleLabel(isLive)}
      note={isLive ? joinNotes(plans > 0 && `${counted(plans, 'plan')} for sale`) : 'Existing passes still work'}
    />
  )
}
