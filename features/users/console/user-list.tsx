import { IconUsers } from '@tabler/icons-react'
import { roles } from '@quaff/features/accounts/contract'
import { roleTitle } from '@quaff/features/accounts/rules'
import { useMerchantFilter } from '@quaff/features/subscriptions/console/filter-choices-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { readMatching } from '@quaff/platform/console/list/bulk/use-matching'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { defineList } from '@quaff/platform/console/list/record/list-definition'
import { merchantAccounts, userFilters, userLimits, userStatuses } from '../contract'
import { userColumns } from './user-columns'
import { nameOf } from './user-commands-widget'
import { shownUserTab, userFilterOf, userQueryChange, userTabsFor } from './user-filters'
import { usersApi } from './user-queries'
import { userSearch } from './user-search-widget'
import { userStatusFilterLabels, userTabLabels } from './user-status'

type UserFacts = {
  /** The chosen merchant. */
  scopedTo: string | undefined
  timeZone: string
  mayInvite: boolean
  isViewer?: boolean
  isTeam?: boolean
}

const merchantRoles = ['merchant_owner', 'merchant_viewer'] as const
const allRoles = [...roles, merchantAccounts]

export const userList = defineList<UserFacts>()({
  name: 'Users',
  columnsName: () => 'users',
  search: userSearch,
  filters: userFilters,
  api: usersApi.list,
  filter: (search, { timeZone, scopedTo }) => userFilterOf(search, timeZone, scopedTo),
  input: (filter, page, { sort = 'created', order = 'desc' }) => ({ ...filter, ...page, sort, order }),
  find: () => ({ placeholder: 'Search name or email', label: 'Search users' }),
  findChange: userQueryChange,
  tabs: {
    field: 'tab',
    label: 'Users by audience',
    first: 'team',
    of: ({ scopedTo }) => userTabsFor(scopedTo !== undefined).map((id) => ({ id, label: userTabLabels[id] })),
    shown: (search, { scopedTo }) => shownUserTab(search, scopedTo !== undefined),
    // While words are looked for, the address without a tab is everybody.
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
  // A status or role belongs to one tab; looking for it in another would find nobody.
  chipChange: (id, value) => (value !== undefined && ['status', 'role'].includes(id) ? { tab: 'everyone' } : {}),
  sort: {
    first: { key: 'created', direction: 'desc' },
    options: [
      { key: 'created', label: 'Created', directionLabels: { asc: 'oldest first', desc: 'newest first' } },
      { key: 'name', label: 'Name', directionLabels: { asc: 'A–Z', desc: 'Z–A' } },
      { key: 'lastActive', label: 'Last active', directionLabels: { asc: 'oldest first', desc: 'latest first' } },
    ],
  },
  columns: ({ timeZone, isViewer, isTeam }) => userColumns(timeZone, { isViewer, isTeam }),
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
    return (
      <EmptyState
        icon={IconUsers}
        title={isPending ? 'No one is waiting' : 'No users here'}
        text={
          isPending
            ? 'Invitations and registrations appear here until they’re active.'
            : 'Invite someone to get started.'
        }
        action={mayInvite && <Button onClick={() => onSearch({ action: 'invite' })}>Invite user</Button>}
      />
    )
  },
})
