import { useQuery } from '@tanstack/react-query'
import { ActivityFeed } from '@quaff/features/activity/console/activity-feed-widget'
import { useSessionUser, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useNow } from '@quaff/platform/console/clock'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { formatDate } from '@quaff/platform/console/display/date-time'
import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { joinNotes, zoneNote } from '@quaff/platform/console/display/measured/measured-words'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { AdminTiles } from './admin-tiles'
import { metricsQuery } from './dashboard-queries'
import type { DashboardSearch } from './dashboard-search-widget'
import { FiguresBadge } from './figures-badge'
import { QuickActionsSection } from './quick-actions-section'
import { noParts, sampleParts } from './sample-parts'
import { useFiguresState } from './use-figures'

type AdminDashboardProps = { search: DashboardSearch; onSearch: (next: Partial<DashboardSearch>) => void }

const ActivitySheet = deferred(
  async () => (await import('@quaff/features/activity/console/activity-sheet-widget')).ActivitySheet,
)

export function AdminDashboard({ search, onSearch }: AdminDashboardProps) {
  const user = useSessionUser()
  const timeZone = useTimeZone()
  const metrics = useQuery(metricsQuery())
  const sampled = metrics.data ? sampleParts(metrics.data) : noParts
  const state = useFiguresState(metrics, sampled.size > 0)
  const merchants =
    metrics.data && !sampled.has('merchants') && ` · ${formatCount(metrics.data.activeMerchants)} active merchants`

  return (
    <div className="q-stack-loose">
      <PageHeader
        title={`Welcome back, ${user.displayName || user.email}`}
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
      <AdminTiles
        metrics={metrics.data}
        state={state}
        loading={metrics.isPending}
        onRetry={() => void metrics.refetch()}
      />
      <div className="q-cols">
        <ActivityFeed />
        <QuickActionsSection />
      </div>
      {search.activity === 'all' && <ActivitySheet opened onClose={() => onSearch({ activity: undefined })} />}
    </div>
  )
}
