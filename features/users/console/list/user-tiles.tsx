import { useQuery } from '@tanstack/react-query'
import type { UserStats } from '../../contract'
import type { UserSearch } from '../user-search-widget'
import { usersApi } from '../user-queries'
import { noUserFilters } from './user-filters'
import { StatTile, StatTiles } from './stat-tiles'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { adminRole } from '@quaff/platform/shared/product'
import { formatDate } from '@quaff/platform/console/display/date-time'
import { Panel } from '@quaff/platform/console/display/panel'

type UserTilesProps = {
  scopedTo: string | undefined
  search: UserSearch
  timeZone: string
  onSearch: (next: Partial<UserSearch>) => void
}

const countFormat = new Intl.NumberFormat()
const percentFormat = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })

/** Each figure filters the list to what it counts; merchant accounts are two roles, each a filter. */
export function UserTiles({ scopedTo, search, timeZone, onSearch }: UserTilesProps) {
  const stats = useQuery(usersApi.stats.queryOptions({ input: { merchantId: scopedTo } }))
  if (stats.isPending) return <StatTiles skeletons={5} />
  if (!stats.data) return <Panel error="Figures could not be loaded" onRetry={() => void stats.refetch()} />
  const { data } = stats
  const since = dayKeyIn(timeZone, data.newSince)
  const show = (next: Partial<UserSearch>) => onSearch({ ...noUserFilters, tab: 'everyone', ...next })
  const byRole = (role: string) => ({ onClick: () => show({ role }), pressed: search.role === role })
  const isPlain = search.tab === 'everyone' && !search.status && !search.role && !search.createdFrom
  return (
    <StatTiles>
      <StatTile
        label="Total users"
        value={data.totalUsers}
        pressed={isPlain}
        onClick={() => show({})}
        note={scopedTo && 'Of this merchant'}
        parts={scopedTo ? [] : [{ label: roleCount(data, adminRole, 'administrator'), ...byRole(adminRole) }]}
      />
      <StatTile
        label="Active"
        value={data.activeUsers}
        pressed={search.tab === 'everyone' && search.status === 'active'}
        onClick={() => show({ status: 'active' })}
        note={data.totalUsers > 0 ? percentFormat.format(data.activeUsers / data.totalUsers) : undefined}
      />
      <StatTile
        label="Merchant accounts"
        value={data.merchantAccounts}
        parts={[
          { label: roleCount(data, 'merchant_owner', 'owner'), ...byRole('merchant_owner') },
          { label: roleCount(data, 'merchant_viewer', 'viewer'), ...byRole('merchant_viewer') },
        ]}
      />
      <StatTile
        label="Suspended"
        value={data.suspendedUsers}
        pressed={search.status === 'suspended'}
        onClick={() => show({ status: 'suspended' })}
      />
      <StatTile
        label="New this month"
        value={data.newUsersThisMonth}
        pressed={search.createdFrom === since}
        onClick={() => show({ createdFrom: since })}
        note={`Since ${formatDate(data.newSince, 'date', { timeZone })}`}
      />
    </StatTiles>
  )
}

function roleCount(stats: UserStats, role: string, word: string): string {
  const count = stats.usersByRole[role] ?? 0
  return `${countFormat.format(count)} ${word}${count === 1 ? '' : 's'}`
}
