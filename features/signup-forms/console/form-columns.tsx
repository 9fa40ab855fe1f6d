import { RelativeTime } from '@quaff/platform/console/display/date-time'
import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import type { Column } from '@quaff/platform/console/list/data-table'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import type { FormRow } from '../building/contract'
import { publicFormPath } from '../building/rules'
import { FormStatusPill } from './form-status-pill'

export function formColumns(timeZone: string): Column<FormRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      card: 'title',
      cell: (row) => <TitleCell title={row.name} caption={publicFormPath(row.slug)} />,
    },
    { id: 'status', header: 'Status', card: 'status', cell: (row) => <FormStatusPill form={row} /> },
    count('viewed', 'Views', 'hide'),
    count('started', 'Started', 'hide'),
    {
      id: 'submitted',
      header: 'Submitted',
      align: 'right',
      card: 'fact',
      cell: (row) => (
        <span className="q-num">
          {formatCount(row.submitted)}
          {row.waiting > 0 && <span className="q-caption"> · {formatCount(row.waiting)} waiting</span>}
        </span>
      ),
    },
    count('approved', 'Approved', 'fact'),
    {
      id: 'updated',
      header: 'Updated',
      card: 'fact',
      cell: (row) => <RelativeTime value={row.updatedAt} timeZone={timeZone} />,
    },
  ]
}

function count(id: 'viewed' | 'started' | 'approved', header: string, card: 'fact' | 'hide'): Column<FormRow> {
  return { id, header, card, align: 'right', cell: (row) => <span className="q-num">{formatCount(row[id])}</span> }
}
