import { IconBan, IconUsers } from '@tabler/icons-react'
import { roles } from '@quaff/features/accounts/contract'
import { roleTitle } from '@quaff/features/accounts/rules'
import { useMerchantFilter } from '@quaff/features/subscriptions/console/filter-choices-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { DateText, RelativeTime, formatCount } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { MetaPill } from '@quaff/platform/console/display/panel'
import { readMatching } from '@quaff/platform/console/list/bulk/use-matching'
import type { Column } from '@quaff/platform/console/list/data-table'
import { defineList } from '@quaff/platform/console/list/list-definition'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { adminRole } from '@quaff/platform/shared/product'
import { isolated } from '@quaff/platform/shared/readable-text'
import { merchantAccounts, userFilters, userLimits, type UserRow, userStatuses } from '../contract'
import { nameOf } from './user-commands-widget'
import { usersApi } from './user-queries'
import { userSearch } from './user-search-widget'
import { shownUserTab, userFilterOf, userQueryChange, userTabsFor } from './user-tabs'
import { UserEmail, userStatusMeta, userStatusFilterLabels, userTabLabels } from './user-text'
import classes from './users.module.css'

type UserDetails = {
  /** The chosen merchant. */
  scopedTo: string | undefined
  timeZone: string
  mayInvite: boolean
  isViewer?: boolean
  hasSubscriptions?: boolean
}

const merchantRoles = ['merchant_owner', 'merchant_viewer'] as const
const allRoles = [...roles, merchantAccounts]

export const userList = defineList<UserDetails>()({
  name: 'Users',
  columnsName: () => 'users',
  search: userSearch,
  filters: userFilters,
  api: usersApi.list,
  filter: (search, { timeZone, scopedTo }) => userFilterOf(search, timeZone, scopedTo),
  input: (filter, page, { sort = 'created', order = 'desc' }) => ({ ...filter, ...page, sort, order }),
  find: ({ scopedTo }) => ({
    placeholder: scopedTo === undefined ? 'Name, email, phone' : 'Name or email',
    label: 'Search users',
  }),
  findChange: userQueryChange,
  tabs: {
    field: 'tab',
    label: 'Users by audience',
    first: 'team',
    of: ({ scopedTo }) => userTabsFor(scopedTo !== undefined).map((id) => ({ id, label: userTabLabels[id] })),
    shown: (search, { scopedTo }) => shownUserTab(search, scopedTo !== undefined),
    // During a search, a URL without a tab means all users.
    change: ({ q }, tab) => userSearch.pick({ tab: tab === 'team' && q === undefined ? undefined : tab }),
  },
  useChips: ({ merchantId }, { scopedTo }) => ({
    tab: null,
    role: {
      label: 'Role',
      options: (scopedTo === undefined ? allRoles : merchantRoles).map((value) => ({ value, label: roleTitle(value) })),
    },
    status: {
      label: 'Status',
      options: userStatuses.map((value) => ({ value, label: userStatusFilterLabels[value] })),
    },
    merchantId: useMerchantFilter(merchantId, scopedTo === undefined),
    created: { label: 'Created' },
  }),
  // A status or role belongs to one tab, so filtering by it shows everyone.
  chipChange: (id, value) => (value !== undefined && ['status', 'role'].includes(id) ? { tab: 'everyone' } : {}),
  sort: {
    first: { key: 'created', direction: 'desc' },
    options: [
      { key: 'created', label: 'Created', directionLabels: { asc: 'oldest first', desc: 'newest first' } },
      { key: 'name', label: 'Name', directionLabels: { asc: 'A–Z', desc: 'Z–A' } },
      { key: 'lastActive', label: 'Last active', directionLabels: { asc: 'oldest first', desc: 'latest first' } },
    ],
  },
  columns: ({ timeZone, isViewer, hasSubscriptions }) => userColumns(timeZone, { isViewer, hasSubscriptions }),
  rowId: ({ id }) => id,
  readIds: async (filter) => {
    const found = await readMatching(
      async (cursor) => {
        const { userIds: rows, ...page } = await usersApi.listIds.call({ ...filter, cursor })
        return { rows, ...page }
      },
      (id) => id,
    )
    return { ...found, rows: [] }
  },
  rowLabel: nameOf,
  export: { path: '/api/files/users-export', selected: userLimits.exportSelection },
  empty: (search, { scopedTo, mayInvite }, onSearch) => {
    const isPending = shownUserTab(search, scopedTo !== undefined) === 'pending'
    const title = mayInvite ? 'No users here' : 'Available after setup'
    const next = mayInvite ? 'Invite someone to get started.' : 'People appear here once you’ve requested approval.'
    return (
      <EmptyState
        icon={IconUsers}
        title={isPending ? 'No one is waiting' : title}
        text={isPending ? 'Invitations and registrations appear here until they’re active.' : next}
        action={mayInvite && <Button onClick={() => onSearch({ action: 'invite' })}>Invite user</Button>}
      />
    )
  },
})

/** Hidden from viewers (G11). */
const hiddenFromViewers = ['created', 'lastActive', 'subscriptions']

export function userColumns(timeZone: string, { isViewer = false, hasSubscriptions = true } = {}): Column<UserRow>[] {
  const columns: Column<UserRow>[] = [
    {
      id: 'name',
      header: 'User',
      sortKey: 'name',
      card: 'title',
      cell: (row) => (
        <TitleCell
          title={nameOf(row)}
          caption={nameOf(row) !== readableEmail(row.email) && <UserEmail user={row} />}
          mark={<InitialsMark name={nameOf(row)} imageUrl={row.photoURL} round />}
        />
      ),
    },
    { id: 'role', header: 'Role', card: 'fact', cell: (row) => <Role user={row} /> },
    { id: 'status', header: 'Status', card: 'status', cell: (row) => <MetaPill meta={userStatusMeta[row.status]} /> },
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
  // Without them the column would be zeros.
  const hidden = [...(isViewer ? hiddenFromViewers : []), ...(hasSubscriptions ? [] : ['subscriptions'])]
  return columns.filter(({ id }) => !hidden.includes(id))
}

const noAccess = { label: 'No access', tone: 'warn', icon: IconBan } as const

function Role({ user }: { user: UserRow }) {
  const title = roleTitle(user.role) || '—'
  if (!user.roleIsNotGiven) return title
  return (
    <>
      {title} <MetaPill meta={noAccess} />
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
        <span className="q-caption" title={rest.map((merchant) => isolated(merchant.name)).join(', ')}>
          +{rest.length}
        </span>
      )}
    </span>
  )
}
