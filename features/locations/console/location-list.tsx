import { IconMapPin } from '@tabler/icons-react'
import { DateText, formatCount } from '@quaff/platform/console/display/formats'
import type { Column } from '@quaff/platform/console/list/data-table'
import { defineList } from '@quaff/platform/console/list/list-definition'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { filterOf } from '@quaff/platform/console/list/search-values'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import { locationFilters, type LocationRow } from '../contract'
import { locationsApi } from './location-queries'
import { locationSearch } from './location-search-widget'
import { OpeningPill } from './opening-pill'
import classes from './locations.module.css'

interface LocationDetails {
  merchantId: string
  timeZone: string
  /** True inside another record: shows fewer columns, independent of the stored choice. */
  narrow?: boolean
}

const narrowColumns = ['name', 'status', 'redemptions']

/** Remount it for another merchant, because old rows stay while the next ones load. */
export const locationList = defineList<LocationDetails>()({
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
  empty: (_search, _details, _onSearch, action) => (
    <EmptyState
      icon={IconMapPin}
      title="No locations yet"
      text="Add a location so customers know where to redeem."
      action={action}
    />
  ),
})

/** `narrow`: inside another record, where the address is below the name as on a phone. */
function locationColumns(timeZone: string, narrow = false): Column<LocationRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      sortKey: 'name',
      card: 'title',
      // On a card the address is below the name, where there is room.
      cell: (row) => (
        <TitleCell
          title={row.name}
          caption={row.address && <span className={narrow ? classes.below : 'q-phone-only'}>{row.address}</span>}
        />
      ),
    },
    {
      id: 'address',
      header: 'Address',
      card: 'hide',
      cell: (row) => (
        <span className={classes.address} title={row.address}>
          {row.address || '—'}
        </span>
      ),
    },
    { id: 'status', header: 'Status', card: 'status', cell: (row) => <OpeningPill schedule={row.schedule} /> },
    {
      id: 'redemptions',
      header: 'Redeemed, 30 d',
      sortKey: 'redemptions',
      align: 'right',
      card: 'fact',
      cell: (row) => formatCount(row.redemptions30Days),
    },
    { id: 'plans', header: 'Plans', align: 'right', card: 'fact', cell: (row) => formatCount(row.validPlans) },
    {
      id: 'updated',
      header: 'Updated',
      sortKey: 'updated',
      card: 'hide',
      cell: (row) => <DateText value={row.updatedAt} timeZone={timeZone} />,
    },
  ]
}
