import { useQuery } from '@tanstack/react-query'
import type { AuditChange } from '@quaff/features/activity/contract'
import { DateText } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { KeyValue } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import type { Column } from '@quaff/platform/console/list/data-table'
import { RecordSheet, type SheetOfList, sheetPosition } from '@quaff/platform/console/list/record-sheet'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { AuditLogRow } from '../audit-contract'
import { auditActionText, actionTitle } from '../audit-rules'
import { settingsApi } from './settings-queries'
import classes from './settings.module.css'

type AuditSheetProps = SheetOfList<AuditLogRow> & { timeZone: string }

/** One complete entry. The URL may name one that is not among the loaded rows. */
export function AuditSheet({ id, rows, total, timeZone, onOpen, onClose }: AuditSheetProps) {
  const listed = rows.find((row) => row.id === id)
  const requested = useQuery(
    settingsApi.auditEntry.queryOptions({ input: { auditId: id ?? '' }, enabled: id !== undefined && !listed }),
  )
  const row = listed ?? requested.data
  return (
    <RecordSheet
      opened={id !== undefined}
      onClose={onClose}
      title={row ? auditActionText(row.action) : 'Entry'}
      noun="Entry"
      {...sheetPosition(rows, id, total, onOpen)}
      query={requested}
      header={
        row && (
          <div>
            <b className="q-h2" aria-hidden>
              {auditActionText(row.action)}
            </b>
            <p className="q-secondary">{`${subjectOf(row)}, by ${isolated(actorOf(row))}`}</p>
          </div>
        )
      }
    >
      {row && (
        <div className="q-stack-loose">
          <AuditChangesTable changes={row.changes} />
          <AuditDetailsSection row={row} timeZone={timeZone} />
        </div>
      )}
    </RecordSheet>
  )
}

/** Each field that differs, before and after. */
function AuditChangesTable({ changes }: { changes: readonly AuditChange[] }) {
  if (changes.length === 0) return <p className="q-secondary">No changed fields</p>
  return (
    <div className={classes.frame} tabIndex={0} role="region" aria-label="Changes">
      <table className={classes.changes}>
        <caption className="q-hidden">Changed fields, before and after</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>{before === null ? <span className="q-ghost">empty</span> : <del>{before}</del>}</td>
              <td>{after === null ? <span className="q-ghost">empty</span> : <ins>{after}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function AuditDetailsSection({ row, timeZone }: { row: AuditLogRow; timeZone: string }) {
  const id = (text: string) => encodeURIComponent(text)
  return (
    <section className="q-stack-tight" aria-label="Entry">
      <h3 className="q-h3">Entry</h3>
      <KeyValue
        items={[
          { label: 'Date', value: <DateText value={row.occurredAt} timeZone={timeZone} style="exact" /> },
          {
            label: 'User',
            value: <LinkOr to={row.adminUserId && `/users?id=${id(row.adminUserId)}`} text={actorOf(row)} />,
          },
          { label: 'Email at the time', value: row.adminEmail && readableEmail(row.adminEmail) },
          { label: 'Record', value: row.targetName },
          { label: `${actionTitle(row.targetType)} ID`, value: row.targetId },
          {
            label: 'Merchant',
            value: row.merchantId && (
              <LinkOr to={`/merchants?id=${id(row.merchantId)}`} text={row.merchantName ?? row.merchantId} />
            ),
          },
          { label: 'Request', value: row.requestId },
          { label: 'Entry', value: row.id },
          { label: 'Sealed', value: row.sealPosition === null ? 'Within a minute' : `Position ${row.sealPosition}` },
        ]}
      />
    </section>
  )
}

function LinkOr({ to, text }: { to: string | null; text: string }) {
  if (to === null) return text
  return (
    <AppLink className="q-link" to={to}>
      {text}
    </AppLink>
  )
}

export const actorOf = (row: AuditLogRow) => row.adminName ?? row.adminUserId ?? 'System'
const subjectOf = (row: AuditLogRow) => row.targetName ?? row.targetId

/** The name with the ID below, because two records may have the same name. */
const recordCell = (row: AuditLogRow) =>
  row.targetName === null ? row.targetId : <TitleCellText name={row.targetName} id={row.targetId} />

function TitleCellText({ name, id }: { name: string; id: string }) {
  return (
    <span className={classes.record}>
      {isolated(name)}
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
          caption={actionTitle(row.targetType)}
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
