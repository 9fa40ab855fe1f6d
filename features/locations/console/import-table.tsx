import { IconAlertTriangle, IconCheck, IconCopyX, IconX } from '@tabler/icons-react'
import { StatusPill } from '@quaff/platform/console/display/status-pill'
import { CsvRows } from '@quaff/platform/console/forms/csv/csv-rows'
import type { ImportResult, ImportRow } from '../import/contract'

type Row = ImportRow & Partial<Pick<ImportResult['rows'][number], 'outcome'>>

export function ImportTable({ rows, includeDuplicates }: { rows: readonly Row[]; includeDuplicates: boolean }) {
  return (
    <CsvRows
      rows={rows}
      subject={{ label: 'Name', text: ({ name }) => name }}
      details={[
        { label: 'Address', text: ({ address }) => address },
        { label: 'Hours', text: ({ hours }) => hours },
      ]}
      result={(row) => <RowState row={row} includeDuplicates={includeDuplicates} />}
    />
  )
}

function RowState({ row, includeDuplicates }: { row: Row; includeDuplicates: boolean }) {
  if (row.outcome === 'created')
    return (
      <StatusPill tone="ok" icon={IconCheck}>
        Imported
      </StatusPill>
    )
  if (row.errors.length > 0)
    return (
      <StatusPill tone="danger" icon={row.outcome ? IconX : IconAlertTriangle}>
        {row.outcome ? 'Skipped' : 'Has errors'}
      </StatusPill>
    )
  if (row.isDuplicate && (row.outcome || !includeDuplicates))
    return (
      <StatusPill tone="warn" icon={IconCopyX}>
        Name is taken
      </StatusPill>
    )
  return (
    <StatusPill tone="ok" icon={IconCheck}>
      Ready
    </StatusPill>
  )
}
