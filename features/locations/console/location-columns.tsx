import { DateText } from '@quaff/platform/console/display/date-time'
import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import type { Column } from '@quaff/platform/console/list/data-table'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import type { LocationRow } from '../contract'
import { OpeningPill } from './opening-pill'
import classes from './location-list.module.css'

/** `narrow`: inside another record, where the address stands below the name as it does on a phone. */
export function locationColumns(timeZone: string, narrow = false): Column<LocationRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      sortKey: 'name',
      card: 'title',
      // On a card the address stands below the name, where it has room.
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
