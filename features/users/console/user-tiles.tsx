import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { roles } from '@quaff/features/accounts/contract'
import { roleLabel } from '@quaff/features/accounts/rules'
import { formatDate, counted, formatCount, formatShare } from '@quaff/platform/console/display/formats'
import { Panel, Skeleton } from '@quaff/platform/console/display/panel'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { adminRole } from '@quaff/platform/shared/product'
import { merchantAccounts, type UserStats } from '../contract'
import { usersApi } from './user-queries'
import type { UserSearch } from './user-search-widget'
import { noUserFilters, showsOnly } from './user-tabs'
import classes from './users.module.css'

type UserTilesProps = {
  scopedTo: string | undefined
  search: UserSearch
  timeZone: string
  onSearch: (next: Partial<UserSearch>) => void
}

/** Each figure, and each part of one, filters the list to what it counts. */
export function UserTiles({ scopedTo, search, timeZone, onSearch }: UserTilesProps) {
  const stats = useQuery(usersApi.stats.queryOptions({ input: { merchantId: scopedTo } }))
  if (stats.isPending) return <StatTiles skeletons={5} />
  if (!stats.data) return <Panel what="metrics" onRetry={() => void stats.refetch()} />
  const { data } = stats
  // The list says all of it.
  if (data.totalUsers <= 1) return null
  const since = dayKeyIn(timeZone, data.newSince)
  const show = (next: Partial<UserSearch>) => onSearch({ ...noUserFilters, tab: 'everyone', ...next })
  const byRole = (role: string, word: string) => ({
    label: roleCount(data, role, word),
    pressed: showsOnly(search, { role }),
    onClick: () => show({ role }),
  })
  const otherRoles = Object.keys(data.usersByRole).filter((role) => !roles.some((known) => known === role))
  return (
    <StatTiles>
      <StatTile
        label="Total users"
        value={data.totalUsers}
        pressed={showsOnly(search, {})}
        onClick={() => show({})}
        note={scopedTo && 'Of this merchant'}
        parts={
          scopedTo
            ? []
            : [
                byRole(adminRole, 'administrator'),
                byRole('customer', 'customer'),
                ...otherRoles.sort().map((role) => byRole(role, roleLabel(role))),
              ]
        }
      />
      <StatTile
        label="Active"
        value={data.activeUsers}
        pressed={showsOnly(search, { status: 'active' })}
        onClick={() => show({ status: 'active' })}
        note={data.totalUsers > 0 ? formatShare(data.activeUsers / data.totalUsers) : undefined}
      />
      <StatTile
        label="Merchant accounts"
        value={data.merchantAccounts}
        pressed={showsOnly(search, { role: merchantAccounts })}
        onClick={() => show({ role: merchantAccounts })}
        parts={[byRole('merchant_owner', 'owner'), byRole('merchant_viewer', 'viewer')]}
      />
      <StatTile
        label="Suspended"
        value={data.suspendedUsers}
        pressed={showsOnly(search, { status: 'suspended' })}
        onClick={() => show({ status: 'suspended' })}
      />
      <StatTile
        label="New this month"
        value={data.newUsersThisMonth}
        pressed={showsOnly(search, { createdFrom: since })}
        onClick={() => show({ createdFrom: since })}
        note={`Since ${formatDate(data.newSince, 'date', { timeZone })}`}
      />
    </StatTiles>
  )
}

function roleCount(stats: UserStats, role: string, word: string): string {
  const count = stats.usersByRole[role] ?? 0
  return counted(count, word)
}

function StatTiles({ children, skeletons = 0 }: { children?: ReactNode; skeletons?: number }) {
  return (
    <section className={classes.tiles} aria-label="User metrics" aria-busy={skeletons > 0 || undefined}>
      {children}
      {Array.from({ length: skeletons }, (_, index) => (
        <div key={index} className={classes.tile}>
          <span className={classes.plain}>
            <span className={classes.label}>
              <Skeleton width={96} height={16} />
            </span>
            <span className={classes.value}>
              <Skeleton width={72} height={32} />
            </span>
          </span>
          <span className={classes.foot}>
            <Skeleton width={112} />
          </span>
        </div>
      ))}
    </section>
  )
}

type StatTileProps = {
  label: string
  value: number
  pressed?: boolean
  /** Left out where only the parts are filters. */
  onClick?: () => void
  note?: string
  parts?: { label: string; pressed: boolean; onClick: () => void }[]
}

function StatTile({ label, value, pressed = false, onClick, note, parts = [] }: StatTileProps) {
  const figure = (
    <>
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>{formatCount(value)}</span>
    </>
  )
  return (
    <div className={classes.tile} data-pressed={pressed}>
      {onClick ? (
        <button type="button" className={classes.main} data-figure aria-pressed={pressed} onClick={onClick}>
          {figure}
        </button>
      ) : (
        <div className={classes.plain}>{figure}</div>
      )}
      <span className={classes.foot}>
        {note && <span className="q-caption">{note}</span>}
        {parts.map((part) => (
          <button
            key={part.label}
            type="button"
            className={classes.part}
            data-figure
            aria-pressed={part.pressed}
            onClick={part.onClick}
          >
            {part.label}
          </button>
        ))}
      </span>
    </div>
  )
}
