import { roles } from '@quaff/features/accounts/contract'
import { describeRole } from '@quaff/features/accounts/rules'
import { feedAhead } from '@quaff/features/activity/console/activity-feed-widget'
import { useMerchantSelection, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { Notice } from '@quaff/platform/console/display/panel'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { ahead, type PageReads } from '@quaff/platform/console/query-client'
import { AdminDashboard } from './admin-dashboard'
import { metricsQuery, quickActionsQuery } from './dashboard-refresh-queries'
import type { DashboardSearch } from './dashboard-search-widget'

const AddVenueDialog = deferred(
  async () => (await import('@quaff/features/onboarding/console/add-venue-widget')).AddVenueDialog,
)
const MerchantDashboard = deferred(async () => (await import('./merchant-dashboard')).MerchantDashboard)

type DashboardPageProps = {
  search: DashboardSearch
  onSearch: (next: Partial<DashboardSearch>, options?: { replace?: boolean }) => void
}

export const dashboardReads: PageReads<DashboardSearch> = ({ client, role, merchantId }) => {
  const details = { role, isGlobalView: merchantId === undefined, hasMerchant: merchantId !== undefined }
  if (chooseDashboard(details) !== 'admin') return []
  return [
    client.prefetchQuery({ ...metricsQuery(), ...ahead }),
    client.prefetchQuery({ ...quickActionsQuery(), ...ahead }),
    feedAhead(client),
  ]
}

export function DashboardPage({ search, onSearch }: DashboardPageProps) {
  const user = useSessionUser()
  const { current, isGlobalView } = useMerchantSelection()
  const kind = chooseDashboard({ role: user.role, isGlobalView, hasMerchant: current !== null })

  if (kind === 'admin') return <AdminDashboard search={search} onSearch={onSearch} />
  if (kind === 'none') return <NoAccess role={user.role} />
  if (current) {
    const isAdding = search.action === 'add-venue' && user.role === 'merchant_owner'
    return (
      <>
        <MerchantDashboard key={current.id} merchantId={current.id} merchantName={current.name} />
        {isAdding && <AddVenueDialog onClose={() => onSearch({ action: undefined }, { replace: true })} />}
      </>
    )
  }
  return (
    <div className="q-stack-loose">
      <PageHeader title="Dashboard" />
      <Notice tone="info" title="No merchant yet">
        You don’t have a merchant yet. Ask an administrator to add you to one.
      </Notice>
    </div>
  )
}

function NoAccess({ role }: { role: string }) {
  return (
    <div className="q-stack-loose">
      <PageHeader title="Dashboard" />
      <Notice tone="neutral" title="No access">
        {describeRole(role)}: this role doesn’t include the dashboard. Ask an administrator if you need it.
      </Notice>
    </div>
  )
}

type DashboardKind = 'admin' | 'merchant' | 'none'

/** Spec §2 Dashboards; a custom role has no figures to see (G9). */
export function chooseDashboard(details: { role: string; isGlobalView: boolean; hasMerchant: boolean }): DashboardKind {
  if (!roles.some((role) => role === details.role) || details.role === 'customer') return 'none'
  if (details.role === 'merchant_owner' || details.role === 'merchant_viewer') return 'merchant'
  return !details.isGlobalView && details.hasMerchant ? 'merchant' : 'admin'
}
