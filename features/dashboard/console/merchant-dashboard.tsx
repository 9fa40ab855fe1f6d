import { IconChartBar, IconEyeCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useFiguresTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useNow } from '@quaff/platform/console/clock'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { formatDate } from '@quaff/platform/console/display/date-time'
import { joinNotes, zoneNote } from '@quaff/platform/console/display/measured/measured-words'
import { Notice } from '@quaff/platform/console/display/notice'
import { Panel } from '@quaff/platform/console/display/panel'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { dashboardLimits, type MerchantOverview } from '../contract'
import { dashboardApi } from './dashboard-queries'
import { FiguresBadge } from './figures-badge'
import { HoursSection } from './hours-section'
import { MerchantCards } from './merchant-cards'
import { MerchantTiles } from './merchant-tiles'
import { PlanRevenueSection } from './plan-revenue-section'
import { useFiguresState } from './use-figures'

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
        title={`${data?.merchant.name ?? merchantName} Dashboard`}
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

/** The setup knows what was asked; of an approved merchant only one that is looked at again. */
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
      {`Your venue is live without ${missing}. Add one, or pause the venue.`}
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
