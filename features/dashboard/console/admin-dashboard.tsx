import { IconCash, IconChartBar, IconEyeCheck, IconHeartbeat, IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ActivityFeed } from '@quaff/features/activity/console/activity-feed-widget'
import { useLiveRefresh, useSessionUser, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useNow } from '@quaff/platform/console/clock'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { formatDate, formatCount } from '@quaff/platform/console/display/formats'
import { LinkCard } from '@quaff/platform/console/display/link-card'
import { joinNotes, zoneNote } from '@quaff/platform/console/display/measured-labels'
import { Panel, Skeleton } from '@quaff/platform/console/display/panel'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { isolated } from '@quaff/platform/shared/readable-text'
import { type Change, dashboardLimits, type DashboardMetrics, type QuickAction, quickActionIds } from '../contract'
import { AdminTiles, noParts, sampleParts } from './admin-tiles'
import { dashboardApi, metricsQuery, quickActionsQuery } from './dashboard-refresh-queries'
import type { DashboardSearch } from './dashboard-search-widget'
import { FiguresBadge, useFiguresState } from './figures-badge'
import classes from './dashboard.module.css'

type AdminDashboardProps = { search: DashboardSearch; onSearch: (next: Partial<DashboardSearch>) => void }

const ActivitySheet = deferred(
  async () => (await import('@quaff/features/activity/console/activity-sheet-widget')).ActivitySheet,
)

const FirstSteps = deferred(async () => (await import('./first-steps')).FirstSteps)

export function AdminDashboard({ search, onSearch }: AdminDashboardProps) {
  const user = useSessionUser()
  const timeZone = useTimeZone()
  const metrics = useQuery(metricsQuery())
  const sampled = metrics.data ? sampleParts(metrics.data) : noParts
  const state = useFiguresState(metrics, sampled.size > 0)
  const merchants =
    metrics.data &&
    !sampled.has('merchants') &&
    metrics.data.activeMerchants > 0 &&
    ` · ${formatCount(metrics.data.activeMerchants)} active merchants`

  return (
    <div className="q-stack-loose">
      <PageHeader
        title={`Welcome back, ${isolated(user.displayName || readableEmail(user.email))}`}
        description={
          <>
            {joinNotes(formatDate(useNow(), 'today', { timeZone }), zoneNote(timeZone))}
            {/* It comes later, and may not push everything down by a line. */}
            <span className="q-not-phone">{merchants}</span>
          </>
        }
        actions={
          <FiguresBadge
            state={state}
            readAt={metrics.data?.measuredAt}
            refreshing={metrics.isFetching}
            onRefresh={() => void metrics.refetch()}
          />
        }
      />
      <SetupChecklist />
      {metrics.data && nothingSold(metrics.data) ? (
        <NothingSold metrics={metrics.data} />
      ) : (
        <AdminTiles
          metrics={metrics.data}
          state={state}
          loading={metrics.isPending}
          onRetry={() => void metrics.refetch()}
        />
      )}
      <div className="q-cols">
        <ActivityFeed />
        <QuickActionsSection />
      </div>
      {search.activity === 'all' && <ActivitySheet opened onClose={() => onSearch({ activity: undefined })} />}
    </div>
  )
}

/** Follows what any administrator does: by live events, and by polling for what happens outside the console. */
export function SetupChecklist() {
  const { data: steps = [], refetch } = useQuery(
    dashboardApi.firstSteps.queryOptions({
      input: {},
      staleTime: 0,
      refetchInterval: ({ state }) => state.data?.length !== 0 && dashboardLimits.metricsPollingMs,
    }),
  )
  useLiveRefresh(['audit', 'merchant', 'user'], refetch)
  return steps.length > 0 && <FirstSteps steps={steps} />
}

/** No subscription and no redemption was ever recorded: every figure would be a zero that says nothing. */
function nothingSold({ activeSubscribersChange, redemptionsChange, source }: DashboardMetrics): boolean {
  const isUnrecorded = ({ missing }: Change) => missing?.reason === 'unrecorded' && missing.recordedSince === null
  return source === 'live' && isUnrecorded(activeSubscribersChange) && isUnrecorded(redemptionsChange)
}

function NothingSold({ metrics: { activeMerchants, pendingMerchants } }: { metrics: DashboardMetrics }) {
  const begin =
    activeMerchants > 0
      ? { to: '/merchants', label: 'View merchants' }
      : { to: '/merchants?action=create', label: 'Create merchant' }
  const { to, label } = pendingMerchants > 0 ? { to: '/merchants?status=pending', label: 'Review merchants' } : begin
  return (
    <Panel flush>
      <EmptyState
        icon={IconChartBar}
        title="No subscriptions yet"
        text="Revenue, subscribers and redemptions appear here with the first pass."
        action={<ButtonLink to={to}>{label}</ButtonLink>}
      />
    </Panel>
  )
}

const icons = {
  review: IconEyeCheck,
  create: IconPlus,
  payouts: IconCash,
  analytics: IconChartBar,
  users: IconUsers,
  health: IconHeartbeat,
} as const satisfies Record<QuickAction['id'], IconLike>

function QuickActionsSection() {
  const actions = useQuery(quickActionsQuery())
  return (
    <Panel
      title="Quick Actions"
      flush
      query={actions}
      skeleton={<QuickActionSkeletons />}
      what="quick actions"
      footer={
        <ButtonLink to="/settings" variant="quiet" size="sm" fullWidth>
          More Settings
        </ButtonLink>
      }
    >
      <div className={classes.list}>
        {actions.data?.map((action) => (
          <div key={action.id} className={classes.action}>
            <LinkCard
              look="row"
              icon={icons[action.id]}
              title={action.title}
              text={action.description}
              to={action.href}
              badge={action.count === undefined ? undefined : formatCount(action.count)}
              urgent={action.urgent}
            />
            {action.oldest && (
              <ButtonLink to={action.oldest.href} variant="quiet" size="sm">
                {action.oldest.label}
              </ButtonLink>
            )}
          </div>
        ))}
      </div>
    </Panel>
  )
}

function QuickActionSkeletons() {
  return (
    <div className={classes.list} role="status">
      <span className="q-hidden">Loading…</span>
      {quickActionIds.map((id) => (
        <div key={id} className={classes.skeleton} data-testid="quick-action-skeleton">
          <Skeleton width={32} height={32} shape="block" />
          <span className="q-stack-tight">
            <Skeleton width={136} />
            <Skeleton width={96} height={10} />
          </span>
        </div>
      ))}
    </div>
  )
}
