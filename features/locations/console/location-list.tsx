import { IconMapPin } from '@tabler/icons-react'
import { filterOf } from '@quaff/platform/console/list/filters/search-values'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { defineList } from '@quaff/platform/console/list/record/list-definition'
import { locationFilters } from '../contract'
import { locationColumns } from './location-columns'
import { locationsApi } from './location-queries'
import { locationSearch } from './location-search-widget'

interface LocationFacts {
  merchantId: string
  timeZone: string
  /** Inside another record: fewer columns, whatever was chosen for the page. */
  narrow?: boolean
}

const narrowColumns = ['name', 'status', 'redemptions']

/** Mount it anew for another merchant: rows stay while the next ones load. */
export const locationList = defineList<LocationFacts>()({
  name: 'Locations',
  columnsName: ({ narrow }) => (narrow ? 'locations-narrow' : 'locations'),
  search: locationSearch,
  filters: locationFilters,
  api: locationsApi.list,
  filter: (search, { merchantId, timeZone }) => ({ merchantId, ...filterOf(locationFilters, search, timeZone) }),
  input: (filter, page, { sort = 'name', order = 'asc' }) => ({ ...filter, ...page, sort, order }),
  find: () => ({ placeholder: 'Search name or address', label: 'Search locations' }),
  useChips: () => ({
    status: {
      label: 'Status',
      options: [
        { value: 'open', label: 'Open now' },
        { value: 'closed', label: 'Closed' },
        { value: 'closure', label: 'Closure' },
      ],
    },
  }),
  sort: {
    first: { key: 'name', direction: 'asc' },
    options: [
      { key: 'name', label: 'Name', directionLabels: { asc: 'A–Z', desc: 'Z–A' } },
      { key: 'redemptions', label: 'Redemptions', directionLabels: { asc: 'fewest first', desc: 'most first' } },
      { key: 'updated', label: 'Updated', directionLabels: { asc: 'oldest first', desc: 'latest first' } },
    ],
  },
  columns: ({ timeZone, narrow }) =>
    locationColumns(timeZone, narrow).filter(({ id }) => !narrow || narrowColumns.includes(id)),
  rowId: ({ id }) => id,
  rowLabel: ({ name }) => name,
  skeletonRows: 6,
  empty: (_search, _facts, _onSearch, action) => (
    <EmptyState
      icon={IconMapPin}
      title="No locations yet"
      text="Add a location so customers know where to redeem."
      action={action}
    />
  ),
})
