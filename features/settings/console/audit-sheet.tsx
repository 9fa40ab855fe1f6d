import { useQuery } from '@tanstack/react-query'
import { sheetPosition, type SheetOfList } from '@quaff/platform/console/list/paging/sheet-position'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import type { AuditLogRow } from '../audit/contract'
import { auditActionText } from '../audit/rules'
import { AuditChangesTable } from './audit-changes-table'
import { actorOf, subjectOf } from './audit-columns'
import { AuditFactsSection } from './audit-facts-section'
import { settingsApi } from './settings-queries'

type AuditSheetProps = SheetOfList<AuditLogRow> & { timeZone: string }

/** One entry, whole. An address may name one that is not among the loaded rows. */
export function AuditSheet({ id, rows, total, timeZone, onOpen, onClose }: AuditSheetProps) {
  const listed = rows.find((row) => row.id === id)
  const asked = useQuery(
    settingsApi.auditEntry.queryOptions({ input: { auditId: id ?? '' }, enabled: id !== undefined && !listed }),
  )
  const row = listed ?? asked.data
  return (
    <RecordSheet
      opened={id !== undefined}
      onClose={onClose}
      title={row ? auditActionText(row.action) : 'Entry'}
      noun="Entry"
      {...sheetPosition(rows, id, total, onOpen)}
      query={asked}
      header={
        row && (
          <div>
            <b className="q-h2" aria-hidden>
              {auditActionText(row.action)}
            </b>
            <p className="q-secondary">{`${subjectOf(row)}, by ${actorOf(row)}`}</p>
          </div>
        )
      }
    >
      {row && (
        <div className="q-stack-loose">
          <AuditChangesTable changes={row.changes} />
          <AuditFactsSection row={row} timeZone={timeZone} />
        </div>
      )}
    </RecordSheet>
  )
}
