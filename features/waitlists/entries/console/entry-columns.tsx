import { RelativeTime } from '@quaff/platform/console/display/date-time'
import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import type { Column } from '@quaff/platform/console/list/data-table'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import type { EntryRow } from '../contract'
import { nameOf } from './entry-looks'
import { EntryStatusPill } from './entry-status-pill'
import classes from '../../console/waitlists.module.css'

/** All of them fit beside the lists at 1440 px; the mark waits for a wider window. */
export function entryColumns(timeZone: string): Column<EntryRow>[] {
  return [
    {
      id: 'person',
      header: 'Person',
      card: 'title',
      cell: (row) => <TitleCell title={nameOf(row)} caption={row.email} />,
    },
    {
      id: 'status',
      header: 'Status',
      card: 'status',
      cell: (row) => <EntryStatusPill entry={row} timeZone={timeZone} />,
    },
    {
      id: 'joined',
      header: 'Joined',
      sortKey: 'joined',
      card: 'fact',
      cell: (row) => <RelativeTime value={row.createdAt} timeZone={timeZone} />,
    },
    { id: 'area', header: 'City/ZIP', card: 'fact', cell: (row) => <Area entry={row} /> },
    { id: 'venue', header: 'Wanted venue', card: 'hide', cell: (row) => <Short text={row.wantedVenue || '—'} /> },
    {
      id: 'source',
      header: 'Source',
      card: 'hide',
      hiddenByDefault: true,
      cell: (row) => <Short text={row.source || '—'} />,
    },
    {
      id: 'referrals',
      header: 'Referrals',
      sortKey: 'referrals',
      align: 'right',
      card: 'fact',
      cell: (row) => <span className="q-num">{formatCount(row.referralCount)}</span>,
    },
  ]
}

/** City over postal code. */
function Area({ entry: { city, postalCode } }: { entry: EntryRow }) {
  return (
    <>
      <Short text={city || postalCode || '—'} />
      {city !== '' && postalCode !== '' && <span className={`q-caption ${classes.short}`}>{postalCode}</span>}
    </>
  )
}

/** As long as a column may be; the whole of it is in the sheet. */
function Short({ text }: { text: string }) {
  return (
    <span className={classes.short} title={text}>
      {text}
    </span>
  )
}
