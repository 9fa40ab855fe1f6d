import type { ReactNode } from 'react'
import { DateText, type DateTimeStyle } from '@quaff/platform/console/display/formats'
import type { Column } from '@quaff/platform/console/list/data-table'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import { codeTitle } from '@quaff/platform/shared/readable-text'
import type { UsageRow } from '../../usage-contract'
import { gapText, nameOf } from './usage-labels'
import { UsageStatus } from './usage-status-pill'
import classes from './usage.module.css'

/** Strikes out a voided redemption, which stays readable. */
const struck = (row: UsageRow, content: ReactNode) =>
  row.status === 'voided' ? <s className="q-muted">{content}</s> : content

/** Truncates long names, so that the status beside them stays visible. */
const shortened = (row: UsageRow, name: string, room: 'wide' | 'narrow') => (
  <span className={classes.name} data-room={room} title={name}>
    {struck(row, name)}
  </span>
)

const merchantColumn: Column<UsageRow> = {
  id: 'merchant',
  header: 'Merchant',
  card: 'fact',
  cell: (row) => shortened(row, row.merchantName, 'narrow'),
}

/** `style`: a list of one day needs only the time. */
export function usageColumns(timeZone: string, style: DateTimeStyle, isOfMany = false): Column<UsageRow>[] {
  const time = (row: UsageRow) => <DateText value={row.redeemedAt} timeZone={timeZone} style={style} />
  return [
    {
      id: 'subscriber',
      header: 'Subscriber',
      card: 'title',
      cell: (row) => (
        <TitleCell title={struck(row, nameOf(row))} caption={<span className="q-phone-only">{time(row)}</span>} />
      ),
    },
    { id: 'time', header: 'Time', sortKey: 'time', card: 'caption', cell: (row) => struck(row, time(row)) },
    ...(isOfMany ? [merchantColumn] : []),
    { id: 'plan', header: 'Plan', card: 'fact', cell: (row) => shortened(row, row.planName, 'narrow') },
    { id: 'location', header: 'Location', card: 'fact', cell: (row) => shortened(row, row.locationName, 'wide') },
    { id: 'method', header: 'Method', card: 'hide', cell: (row) => struck(row, codeTitle(row.method)) },
    { id: 'status', header: 'Status', card: 'status', cell: (row) => <UsageStatus row={row} /> },
    {
      id: 'gap',
      header: 'Since last visit',
      align: 'right',
      card: isOfMany ? 'hide' : 'fact',
      // The merchant column leaves no room on most screens.
      hiddenByDefault: isOfMany,
      cell: (row) => <span className="q-num">{gapText(row.sincePreviousMs)}</span>,
    },
  ]
}
