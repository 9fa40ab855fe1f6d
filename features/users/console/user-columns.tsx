import { IconBan } from '@tabler/icons-react'
import { roleTitle } from '@quaff/features/accounts/rules'
import { DateText, RelativeTime } from '@quaff/platform/console/display/date-time'
import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import { LookPill } from '@quaff/platform/console/display/status-pill'
import type { Column } from '@quaff/platform/console/list/data-table'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import { adminRole } from '@quaff/platform/shared/product'
import type { UserRow } from '../contract'
import { nameOf } from './user-commands-widget'
import { UserEmail } from './user-email-text'
import { userLooks } from './user-status'
import classes from './user-list.module.css'

/** Hidden from viewers (G11). */
const hiddenFromViewers = ['created', 'lastActive', 'subscriptions']

export function userColumns(timeZone: string, { isViewer = false, isTeam = false } = {}): Column<UserRow>[] {
  const columns: Column<UserRow>[] = [
    {
      id: 'name',
      header: 'User',
      sortKey: 'name',
      card: 'title',
      cell: (row) => (
        <TitleCell
          title={nameOf(row)}
          caption={nameOf(row) !== row.email && <UserEmail user={row} />}
          mark={<InitialsMark name={nameOf(row)} imageUrl={row.photoURL} round />}
        />
      ),
    },
    { id: 'role', header: 'Role', card: 'fact', cell: (row) => <Role user={row} /> },
    { id: 'status', header: 'Status', card: 'status', cell: (row) => <LookPill look={userLooks[row.status]} /> },
    { id: 'merchants', header: 'Merchants', card: 'hide', cell: (row) => <Merchants user={row} /> },
    {
      id: 'created',
      header: 'Created',
      sortKey: 'created',
      card: 'hide',
      cell: (row) => <DateText value={row.createdAt} timeZone={timeZone} />,
    },
    {
      id: 'lastActive',
      header: 'Last active',
      sortKey: 'lastActive',
      card: 'fact',
      cell: (row) => <RelativeTime value={row.lastActive} timeZone={timeZone} />,
    },
    {
      id: 'subscriptions',
      header: 'Subscriptions',
      align: 'right',
      card: 'hide',
      cell: (row) => formatCount(row.subscriptionCount ?? 0),
    },
  ]
  // The team has no subscriptions: the column would be zeros.
  const hidden = [...(isViewer ? hiddenFromViewers : []), ...(isTeam ? ['subscriptions'] : [])]
  return columns.filter(({ id }) => !hidden.includes(id))
}

const noAccess = { label: 'No access', tone: 'warn', icon: IconBan } as const

function Role({ user }: { user: UserRow }) {
  const title = roleTitle(user.role) || '—'
  if (!user.roleIsNotGiven) return title
  return (
    <>
      {title} <LookPill look={noAccess} />
    </>
  )
}

function Merchants({ user }: { user: UserRow }) {
  const [first, ...rest] = user.merchants
  if (user.role === adminRole && !user.roleIsNotGiven) return <span className="q-muted">All merchants</span>
  if (!first) return <span>—</span>
  return (
    <span className={classes.merchants}>
      <span className={classes.chip} title={first.name}>
        {first.name}
      </span>
      {rest.length > 0 && (
        <span className="q-caption" title={rest.map((merchant) => merchant.name).join(', ')}>
          +{rest.length}
        </span>
      )}
    </span>
  )
}
