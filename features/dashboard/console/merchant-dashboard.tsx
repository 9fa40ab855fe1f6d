import { IconChartBar, IconEyeCheck, IconMapPin, IconRefresh, IconScan, IconTicket } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { merchantsApi } from '@quaff/features/merchants/console/merchant-queries-widget'
import { isInReview } from '@quaff/features/merchants/lifecycle-rules'
import { PayoutSummaryPanel } from '@quaff/features/payouts/console/payout-summary-widget'
import { redemptionPermissions } from '@quaff/features/redemptions/permissions'
import type { UsageRow } from '@quaff/features/redemptions/usage-contract'
import { FlaggedPanel, useVenueToday } from '@quaff/features/redemptions/usage/console/flagged-panel-widget'
import {
  useLiveRefresh,
  useCan,
  useFiguresTimeZone,
  useSessionUser,
} from '@quaff/features/sessions/console/session-widget'
import { SetupLink } from '@quaff/features/sessions/console/setup-link-widget'
import { useNow } from '@quaff/platform/console/clock'
import { ButtonLink, IconButton } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { formatDate, counted, formatCount } from '@quaff/platform/console/display/formats'
import { LinkCard } from '@quaff/platform/console/display/link-card'
import { LiveBadge } from '@quaff/platform/console/display/live-badge'
import { joinNotes, zoneNote } from '@quaff/platform/console/display/measured-labels'
import { Notice, Panel, Skeleton } from '@quaff/platform/console/display/panel'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { isolated } from '@quaff/platform/shared/readable-text'
import { dashboardLimits, type MerchantOverview } from '../contract'
import { CounterToolbar } from './counter-toolbar'
import { dashboardApi } from './dashboard-refresh-queries'
import { useFiguresState } from './figures-badge'
import { MerchantTiles } from './merchant-tiles'
import { PlanRevenueSection } from './plan-revenue-section'
import { TodaySection } from './today-section'
import { WeekSection } from './week-section'
import classes from './dashboard.module.css'

const SetupGuide = deferred(
  async () => (await import('@quaff/features/onboarding/console/setup-guide-widget')).SetupGuide,
  <Panel loading />,
)

const ChangesRequested = deferred(
  async () => (await import('@quaff/features/onboarding/console/changes-requested-widget')).ChangesRequested,
)

const VoidDialog = deferred(
  async () => (await import('@quaff/features/redemptions/usage/console/void-dialog-widget')).VoidDialog,
)

export function MerchantDashboard({ merchantId, merchantName }: { merchantId: string; merchantName: string }) {
  const { overview, merchant, today } = useVenue(merchantId)
  const state = useFiguresState({
    data: overview.data,
    dataUpdatedAt: overview.dataUpdatedAt,
    isError: overview.isError || today.isRefetchError,
  })
  const now = useNow()
  const timeZone = useFiguresTimeZone()
  const mayVoid = useCan(redemptionPermissions, 'redemption.void').allowed
  const [voiding, setVoiding] = useState<{ row: UsageRow; title?: string }>()
  const { data } = overview
  const last = today.data?.last
  const isQuiet = data !== undefined && !last && nothingSold(data)

  if (data?.merchant.applicationStatus === 'pending_setup') {
    return <SetupGuide />
  }
  return (
    <div className={`q-stack-loose ${classes.venue}`}>
      <PageHeader
        title={`${isolated(data?.merchant.name ?? merchantName)} Dashboard`}
        description={
          <>
            {joinNotes(formatDate(now, 'today', { timeZone }), zoneNote(timeZone))}
            {' · '}
            <span role="status" className={classes.fresh}>
              {state && <LiveBadge state={state.badge} label={state.label} />}
            </span>
            {state && state.source !== 'live' && (
              <IconButton
                icon={IconRefresh}
                label="Refresh"
                size="sm"
                loading={overview.isFetching}
                onClick={() => void overview.refetch()}
              />
            )}
          </>
        }
        actions={
          <CounterToolbar
            merchant={merchant}
            plans={data?.activePlans}
            hasCustomers={!isQuiet}
            onVoidLast={
              mayVoid && last ? () => setVoiding({ row: last, title: 'Void the last redemption?' }) : undefined
            }
          />
        }
      />
      {data && mayHaveRequest(data.merchant) && <ChangesRequested />}
      {data && isInReview(data.merchant) && (
        <ReviewNotice title="Pending Review" button="View progress">
          Our team is reviewing your details. You can continue setting up.
        </ReviewNotice>
      )}
      {data?.merchant.status === 'rejected' && (
        <ReviewNotice title="Rejected" button="View application">
          We can’t approve this venue. Contact us if something has changed.
        </ReviewNotice>
      )}
      {data && merchant && <NothingToSell overview={data} isLive={merchant.isLive} />}
      {data && merchant ? (
        <TodaySection merchant={merchant} plans={data.activePlans} query={today} isQuiet={isQuiet} />
      ) : (
        overview.isPending && <Skeleton shape="block" height={128} />
      )}
      {isQuiet && maySell(data.merchant) && <NothingSold overview={data} />}
      {!isQuiet && (data || overview.isPending) && (
        <div className={today.data?.flagged.count ? 'q-cols' : undefined}>
          <WeekSection overview={data} />
          {today.data && today.data.flagged.count > 0 && (
            <FlaggedPanel today={today.data} onVoid={mayVoid ? (row) => setVoiding({ row }) : undefined} />
          )}
        </div>
      )}
      <MerchantCards overview={data} />
      {!isQuiet && (
        <section className="q-stack" aria-labelledby="money">
          <div className="q-row">
            <h2 className="q-h2" id="money">
              Money
            </h2>
            <span className="q-end">
              <ButtonLink to="/analytics" variant="quiet" size="sm" icon={IconChartBar}>
                Analytics
              </ButtonLink>
            </span>
          </div>
          <MerchantTiles
            overview={data}
            state={state}
            loading={overview.isPending}
            onRetry={() => void overview.refetch()}
          />
        </section>
      )}
      {!isQuiet && (data || overview.isPending) && (
        <div className="q-cols">
          <PlanRevenueSection plans={data?.revenueByPlan} />
          <PayoutSummaryPanel merchantId={merchantId} />
        </div>
      )}
      {voiding && (
        <VoidDialog {...voiding} timeZone={today.data?.timeZone ?? timeZone} onClose={() => setVoiding(undefined)} />
      )}
    </div>
  )
}

/** Reads in parallel. An application without a merchant has only the overview. */
function useVenue(merchantId: string) {
  const client = useQueryClient()
  const { applicationId } = useSessionUser()
  const overview = useQuery(
    dashboardApi.merchantOverview.queryOptions({
      input: { merchantId },
      refetchInterval: dashboardLimits.metricsPollingMs,
    }),
  )
  const enabled = overview.data ? !overview.data.merchant.temporary : applicationId === null
  const { data: merchant } = useQuery(merchantsApi.get.queryOptions({ input: { merchantId }, enabled }))
  const today = useVenueToday(merchantId, enabled)
  useLiveRefresh(
    ['merchant'],
    () => Promise.all([overview.refetch(), client.invalidateQueries({ queryKey: merchantsApi.get.key() })]),
    (event) => event.merchantId === merchantId,
  )
  return { overview, merchant, today }
}

/**
 * Returns true if changes may have been requested; the setup query has the details. An approved merchant qualifies
 * only during another review.
 */
function mayHaveRequest({ applicationStatus, status, needsReview }: MerchantOverview['merchant']): boolean {
  return applicationStatus === 'changes_requested' || (status === 'active' && needsReview)
}

/** A declined or archived venue has no first pass to wait for. */
const maySell = (merchant: MerchantOverview['merchant']) => merchant.status === 'active' || isInReview(merchant)

/** Nothing was ever sold or redeemed: every figure would be a zero that says nothing. */
function nothingSold({ subscribersChange: { missing }, trialing, pastDue, redemptions30Days }: MerchantOverview) {
  const isUnrecorded = missing?.reason === 'unrecorded' && missing.recordedSince === null
  return isUnrecorded && trialing + pastDue + redemptions30Days === 0
}

function NothingSold({ overview }: { overview: MerchantOverview }) {
  const isReady = overview.locations > 0 && overview.activePlans > 0
  return (
    <Panel flush>
      <EmptyState
        icon={IconChartBar}
        title="No subscribers yet"
        text="Redemptions, revenue and payouts appear here with your first pass."
        action={
          isReady ? (
            <ButtonLink to="/affiliates">Share your venue</ButtonLink>
          ) : (
            <SetupLink to={overview.activePlans === 0 ? '/plans' : '/locations'}>
              {overview.activePlans === 0 ? 'View plans' : 'View locations'}
            </SetupLink>
          )
        }
      />
    </Panel>
  )
}

/** A selling venue that customers can find, but not use. */
function NothingToSell({ overview, isLive }: { overview: MerchantOverview; isLive: boolean }) {
  const { merchant, locations, activePlans } = overview
  if (merchant.status !== 'active' || !isLive || (locations > 0 && activePlans > 0)) return null
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

function ReviewNotice({ title, button, children }: { title: string; button: string; children: string }) {
  return (
    <Notice
      tone="info"
      icon={IconEyeCheck}
      title={title}
      action={
        <ButtonLink to="/merchants/onboarding" variant="quiet" size="sm">
          {button}
        </ButtonLink>
      }
    >
      {children}
    </Notice>
  )
}

/** The links remain while the metrics are missing. */
function MerchantCards({ overview }: { overview: MerchantOverview | undefined }) {
  return (
    <nav className="q-grid-3" aria-label="This merchant">
      <LinkCard
        icon={IconMapPin}
        title="Locations"
        text={overview?.locations ? counted(overview.locations, 'location') : 'Addresses and hours'}
        to="/locations"
      />
      <LinkCard
        icon={IconTicket}
        title="Plans & Pricing"
        text={overview?.activePlans ? counted(overview.activePlans, 'active plan') : 'What subscribers can buy'}
        to="/plans"
      />
      <LinkCard
        icon={IconScan}
        title="Usage & Redemptions"
        text={
          overview?.redemptions30Days
            ? `${formatCount(overview.redemptions30Days)} in 30 days`
            : 'Drinks redeemed today'
        }
        to="/redemptions"
      />
    </nav>
  )
}
