import { IconAlertTriangle, IconCheck, IconCopyX, IconX } from '@tabler/icons-react'
import type { ImportResult, ImportRow } from '../../import/contract'
import classes from './import.module.css'
import { StatusPill } from '@quaff/platform/console/display/status-pill'

type Row = ImportRow & Partial<Pick<ImportResult['rows'][number], 'outcome'>>

interface ImportTableProps {
  rows: readonly Row[]
  includeDuplicates: boolean
}

export function ImportTable({ rows, includeDuplicates }: ImportTableProps) {
  if (rows.length === 0) return null
  return (
    <div className={classes.frame} tabIndex={0} role="region" aria-label="Rows of the file">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Name</th>
            <th scope="col">Result</th>
            <th scope="col">Address</th>
            <th scope="col">Hours</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line}>
              <td className="q-num">{row.line}</td>
              <td>{row.name || '—'}</td>
              <td>
                <RowState row={row} includeDuplicates={includeDuplicates} />
                {row.errors.map(({ column, message }) => (
                  <div key={`${column} ${message}`} className={classes.fault}>
                    <b>{column}</b>: {message}
                  </div>
                ))}
              </td>
              <td>{row.address || '—'}</td>
              <td>{row.hours || '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
        {row.outcome ? 'Left out' : 'Has errors'}
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
