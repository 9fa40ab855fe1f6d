import type { EntryRow } from '../../entries/contract'
import { nameOf } from '../entry-looks'
import { EntryStatusPill } from '../entry-status-pill'
import classes from '../waitlists.module.css'
import { RelativeTime } from '@quaff/platform/console/display/date-time'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import type { Column } from '@quaff/platform/console/list/data-table'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'

export function entryColumns(timeZone: string): Column<EntryRow>[] {
  return [
    {
      id: 'person',
      header: 'Person',
      card: 'title',
      cell: (row) => (
        <TitleCell title={nameOf(row)} caption={row.email} mark={<InitialsMark name={nameOf(row)} round />} />
      ),
    },
    { id: 'email', header: 'E-mail', hiddenByDefault: true, card: 'hide', cell: (row) => row.email },
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
    { id: 'area', header: 'City/ZIP', card: 'fact', cell: (row) => <Short text={areaOf(row)} /> },
    { id: 'venue', header: 'Wanted venue', card: 'fact', cell: (row) => <Short text={row.wantedVenue || '—'} /> },
    { id: 'source', header: 'Source', hiddenByDefault: true, card: 'hide', cell: (row) => row.source || '—' },
    {
      id: 'referrals',
      header: 'Referrals',
      sortKey: 'referrals',
      align: 'right',
      card: 'hide',
      cell: (row) => <span className="q-num">{row.referralCount.toLocaleString()}</span>,
    },
  ]
}

export const areaOf = ({ city, postalCode }: Pick<EntryRow, 'city' | 'postalCode'>) =>
  [city, postalCode].filter(Boolean).join(' ') || '—'

/** As long as a column may be; the whole of it is in the sheet. */
function Short({ text }: { text: string }) {
  return (
    <span className={classes.short} title={text}>
      {text}
    </span>
  )
}
