import { IconChartBar, IconEyeCheck, IconMapPin, IconScan, IconTicket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { busiestHour, hourPoints, weekAgoLabel } from '@quaff/features/redemptions/console/hour-points-widget'
import { useFiguresTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useNow } from '@quaff/platform/console/clock'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { Plot } from '@quaff/platform/console/display/charts/plot'
import { formatDate, useHourCycle } from '@quaff/platform/console/display/date-time'
import { counted, formatCount } from '@quaff/platform/console/display/figure-text'
import { LinkCard } from '@quaff/platform/console/display/link-card'
import { joinNotes, zoneNote } from '@quaff/platform/console/display/measured-labels'
import { Notice } from '@quaff/platform/console/display/notice'
import { Panel, Skeleton } from '@quaff/platform/console/display/panel'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { isolated } from '@quaff/platform/shared/readable-text'
import { dashboardLimits, type MerchantOverview } from '../contract'
import { dashboardApi } from './dashboard-refresh-queries'
import { FiguresBadge, useFiguresState } from './figures-badge'
import { MerchantTiles } from './merchant-tiles'
import { PlanRevenueSection } from './plan-revenue-section'
import classes from './dashboard.module.css'

const SetupGuide = deferred(
  async () => (await import('@quaff/features/onboarding/console/setup-guide-widget')).SetupGuide,
  <Panel loading />,
)

const ChangesRequested = deferred(
  async () => (await import('@quaff/features/onboarding/console/changes-requested-widget')).ChangesRequested,
)

const VenueSection = deferred(
  async () => (await import('@quaff/features/onboarding/console/venue-links-widget')).VenueSection,
)

export function MerchantDashboard({ merchantId, merchantName }: { merchantId: string; merchantName: string }) {
  const overview = useQuery(
    dashboardApi.merchantOverview.queryOptions({
      input: { merchantId },
      refetchInterval: dashboardLimits.metricsPollingMs,
    }),
  )
  const state = useFiguresState(overview)
  const now = useNow()
  const timeZone = useFiguresTimeZone()
  const { data } = overview
  const retry = () => void overview.refetch()

  if (data?.merchant.applicationStatus === 'pending_setup') {
    return <SetupGuide />
  }
  return (
    <div className="q-stack-loose">
      <PageHeader
        title={`${isolated(data?.merchant.name ?? merchantName)} Dashboard`}
        description={joinNotes(formatDate(now, 'today', { timeZone }), zoneNote(timeZone))}
        actions={
          <>
            <FiguresBadge state={state} readAt={data?.measuredAt} refreshing={overview.isFetching} onRefresh={retry} />
            <ButtonLink to="/analytics" icon={IconChartBar}>
              Analytics
            </ButtonLink>
          </>
        }
      />
      {data && mayHaveRequest(data.merchant) && <ChangesRequested />}
      {data && waitsForReview(data.merchant) && <PendingReview />}
      {data && <NothingToSell overview={data} />}
      <MerchantTiles overview={data} state={state} loading={overview.isPending} onRetry={retry} />
      <MerchantCards overview={data} />
      {(data || overview.isPending) && (
        <div className="q-cols" data-equal>
          <HoursSection overview={data} />
          <PlanRevenueSection plans={data?.revenueByPlan} />
        </div>
      )}
      {data?.merchant.status === 'active' && <VenueSection />}
    </div>
  )
}

/**
 * Returns true if changes may have been requested; the setup query has the details. An approved merchant qualifies
 * only during another review.
 */
function mayHaveRequest({ applicationStatus, status, needsReview }: MerchantOverview['merchant']): boolean {
  return applicationStatus === 'changes_requested' || (status === 'active' && needsReview)
}

/** Spec §2: needs review, or has the status pending_review. */
function waitsForReview(merchant: MerchantOverview['merchant']): boolean {
  return merchant.needsReview || merchant.status === 'pending_review'
}

/** A live venue that customers can find, but not use. */
function NothingToSell({ overview: { merchant, locations, activePlans } }: { overview: MerchantOverview }) {
  if (merchant.status !== 'active' || !merchant.isLive || (locations > 0 && activePlans > 0)) return null
  const [missing, to, button] =
    activePlans === 0 ? ['an active plan', '/plans', 'View plans'] : ['a location', '/locations', 'View locations']
  return (
    <Notice
      tone="warn"
      title={activePlans === 0 ? 'Nothing for sale' : 'Nowhere to redeem'}
      action={
        <ButtonLink to={to} variant="quiet" size="sm">
          {button}
        </ButtonLink>
      }
    >
      {`Your venue is selling without ${missing}. Add one, or pause sales.`}
    </Notice>
  )
}

function PendingReview() {
  return (
    <Notice
      tone="info"
      icon={IconEyeCheck}
      title="Pending Review"
      action={
        <ButtonLink to="/merchants/onboarding" variant="quiet" size="sm">
          View progress
        </ButtonLink>
      }
    >
      Our team is reviewing your details. You can continue setting up.
    </Notice>
  )
}

/** The links remain while the metrics are missing. */
function MerchantCards({ overview }: { overview: MerchantOverview | undefined }) {
  const today =
    overview && `${formatCount(overview.redemptionsToday)} today, ${formatCount(overview.redemptions30Days)} in 30 days`
  return (
    <nav className="q-grid-3" aria-label="This merchant">
      <LinkCard
        icon={IconMapPin}
        title="Locations"
        text={overview ? counted(overview.locations, 'location') : 'Addresses and hours'}
        to="/locations"
      />
      <LinkCard
        icon={IconTicket}
        title="Plans & Pricing"
        text={overview ? counted(overview.activePlans, 'active plan') : 'What subscribers can buy'}
        to="/plans"
      />
      <LinkCard icon={IconScan} title="Usage & Redemptions" text={today ?? 'Drinks redeemed today'} to="/redemptions" />
    </nav>
  )
}

function HoursSection({ overview }: { overview: MerchantOverview | undefined }) {
  return (
    <Panel
      title="Redemptions today by hour"
      loading={!overview}
      skeleton={<Skeleton shape="block" height={plotHeight + 88} />}
    >
      {overview && <Hours overview={overview} />}
    </Panel>
  )
}

const plotHeight = 216

function Hours({ overview }: { overview: MerchantOverview }) {
  const { timeZone, measuredAt, redemptionHours, redemptionHoursBefore: before } = overview
  const hourCycle = useHourCycle()
  const until = `until ${formatDate(measuredAt, 'time', { timeZone, hourCycle })}`
  return (
    <Plot
      caption="Redemptions per hour today"
      lead={(pointedAt) => (
        <p className={classes.lead}>
          <span className={`q-h1 q-num ${classes.figure}`}>{formatCount(overview.redemptionsToday)}</span>
          <span className="q-secondary q-num">
            {pointedAt ?? [until, busiestHour(redemptionHours, hourCycle)].filter(Boolean).join(' · ')}
          </span>
        </p>
      )}
      points={hourPoints(redemptionHours, { timeZone, measuredAt, before, hourCycle })}
      seriesLabel="Today"
      beforeLabel={before ? weekAgoLabel(measuredAt, timeZone) : undefined}
      valueLabel="redemptions"
      oneLabel="redemption"
      labelHeader="Hour"
      labelEvery={3}
      height={plotHeight}
    />
  )
}
