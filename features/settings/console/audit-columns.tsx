import { DateText } from '@quaff/platform/console/display/date-time'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import type { Column } from '@quaff/platform/console/list/data-table'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import type { AuditLogRow } from '../audit/contract'
import { auditActionText, wordsOf } from '../audit/rules'
import classes from './audit.module.css'

export const actorOf = (row: AuditLogRow) => row.adminName ?? row.adminUserId ?? 'System'
export const subjectOf = (row: AuditLogRow) => row.targetName ?? row.targetId

/** The name, with the id below it that tells two of one name apart. */
const recordCell = (row: AuditLogRow) =>
  row.targetName === null ? row.targetId : <TitleCellText name={row.targetName} id={row.targetId} />

function TitleCellText({ name, id }: { name: string; id: string }) {
  return (
    <span className={classes.record}>
      {name}
      <span className="q-caption">{id}</span>
    </span>
  )
}

export function auditColumns(timeZone: string): Column<AuditLogRow>[] {
  return [
    {
      id: 'action',
      header: 'Action',
      card: 'title',
      cell: (row) => (
        <TitleCell
          title={auditActionText(row.action)}
          caption={wordsOf(row.targetType)}
          mark={<InitialsMark name={actorOf(row)} round />}
        />
      ),
    },
    { id: 'record', header: 'Record', card: 'fact', cell: recordCell },
    { id: 'actor', header: 'User', card: 'fact', cell: actorOf },
    { id: 'merchant', header: 'Merchant', card: 'hide', cell: (row) => row.merchantName ?? row.merchantId ?? '—' },
    {
      id: 'changes',
      header: 'Changes',
      align: 'right',
      card: 'hide',
      cell: (row) => (row.changes.length === 0 ? '—' : row.changes.length),
    },
    {
      id: 'when',
      header: 'Date',
      card: 'fact',
      cell: (row) => <DateText value={row.occurredAt} timeZone={timeZone} style="datetime" />,
    },
  ]
}
