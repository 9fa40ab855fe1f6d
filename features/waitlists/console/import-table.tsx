import { IconAlertTriangle, IconCheck, IconCopyX } from '@tabler/icons-react'
import { StatusPill } from '@quaff/platform/console/display/status-pill'
import { CsvRows } from '@quaff/platform/console/forms/csv/csv-rows'
import type { WaitlistImportRow } from '../import/contract'

/** Beyond these a list is read by nobody, and drawing it takes a while. */
const SHOWN = 200

/** Lines with errors first: they are what is left to do. */
export function ImportTable({ rows }: { rows: readonly WaitlistImportRow[] }) {
  const sorted = [...rows].sort((one, other) => rank(one) - rank(other) || one.line - other.line)
  return (
    <CsvRows
      rows={sorted}
      subject={{ label: 'Email', text: ({ email }) => email }}
      details={[
        { label: 'Name', text: ({ name }) => name },
        { label: 'City/ZIP', text: ({ area }) => area },
      ]}
      result={(row) => <RowState row={row} />}
      atMost={SHOWN}
    />
  )
}

const rank = (row: WaitlistImportRow) => (row.errors.length > 0 ? 0 : Number(!row.isDuplicate) + 1)

function RowState({ row }: { row: WaitlistImportRow }) {
  if (row.errors.length > 0)
    return (
      <StatusPill tone="danger" icon={IconAlertTriangle}>
        Has errors
      </StatusPill>
    )
  if (row.isDuplicate)
    return (
      <StatusPill tone="warn" icon={IconCopyX}>
        Already on the list
      </StatusPill>
    )
  return (
    <StatusPill tone="ok" icon={IconCheck}>
      Ready
    </StatusPill>
  )
}
