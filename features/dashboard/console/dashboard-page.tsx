import { describeRole } from '@quaff/features/accounts/rules'
import { useMerchantSelection, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { Notice } from '@quaff/platform/console/display/notice'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { AdminDashboard } from './admin/admin-dashboard'
import { chooseDashboard } from './choose-dashboard'
import type { DashboardSearch } from './dashboard-search-widget'

const MerchantDashboard = deferred(async () => (await import('./merchant/merchant-dashboard')).MerchantDashboard)

type DashboardPageProps = {
  search: DashboardSearch
  onSearch: (next: Partial<DashboardSearch>, options?: { replace?: boolean }) => void
}

export function DashboardPage({ search, onSearch }: DashboardPageProps) {
  const user = useSessionUser()
  const { current, isGlobalView } = useMerchantSelection()
  const kind = chooseDashboard({ role: user.role, isGlobalView, hasMerchant: current !== null })

  if (kind === 'admin') return <AdminDashboard search={search} onSearch={onSearch} />
  if (kind === 'none') return <NoAccess role={user.role} />
  if (current) {
    return <MerchantDashboard key={current.id} merchantId={current.id} merchantName={current.name} />
  }
  return (
    <div className="q-stack-loose">
      <PageHeader title="Dashboard" />
      <Notice tone="info" title="No merchant yet">
        Your account is not assigned to a merchant. Ask the person who invited you, or an administrator, to assign one.
      </Notice>
    </div>
  )
}

function NoAccess({ role }: { role: string }) {
  return (
    <div className="q-stack-loose">
      <PageHeader title="Dashboard" />
      <Notice tone="neutral" title="No access">
        {describeRole(role)}: this role has no figures to show. Ask an administrator if you need them.
      </Notice>
    </div>
  )
}
