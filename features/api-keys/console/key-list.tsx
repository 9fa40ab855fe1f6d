import { IconKey } from '@tabler/icons-react'
import { settingsSearch } from '@quaff/features/settings/console/settings-search-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { defineList } from '@quaff/platform/console/list/record/list-definition'
import { keyFilters, type KeyFilter } from '../contract'
import { apiKeysApi } from './api-keys-queries'
import { keyColumns } from './key-columns'

export const keyList = defineList<{ timeZone: string }>()({
  name: 'Keys',
  columnsName: () => 'keys',
  search: settingsSearch,
  filters: keyFilters,
  api: apiKeysApi.list,
  filter: ({ keys = 'working', q }): KeyFilter => withoutAbsent({ keys, q }),
  input: (filter, page) => ({ ...filter, ...page }),
  find: () => ({ placeholder: 'Search name', label: 'Search keys' }),
  tabs: {
    field: 'keys',
    label: 'Keys by state',
    first: 'working',
    of: () => [
      { id: 'working', label: 'Active' },
      { id: 'ended', label: 'Inactive' },
    ],
  },
  useChips: () => ({ keys: null }),
  columns: ({ timeZone }) => keyColumns(timeZone),
  rowId: ({ id }) => id,
  rowLabel: ({ name }) => name,
  caption: () => 'Keys, newest first',
  note: () => 'Newest first',
  empty: ({ keys }, _facts, _onSearch, action) =>
    keys === 'ended' ? (
      <EmptyState icon={IconKey} title="No inactive keys" text="Expired and revoked keys appear here." />
    ) : (
      <EmptyState icon={IconKey} title="No keys yet" text="Create a key to connect your app." action={action} />
    ),
})

export const MakeKeyButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="primary" icon={IconKey} onClick={onClick}>
    Create key
  </Button>
)
