import { IconAlertTriangle, IconCheck, IconCopyX } from '@tabler/icons-react'
import type { WaitlistImportRow } from '../../import/contract'
import classes from './import.module.css'
import { StatusPill } from '@quaff/platform/console/display/status-pill'

/** Beyond these a list is read by nobody, and drawing it takes a while. */
const SHOWN = 200

/** Lines with errors first: they are what is left to do. */
export function ImportTable({ rows }: { rows: readonly WaitlistImportRow[] }) {
  if (rows.length === 0) return null
  const sorted = [...rows].sort((one, other) => rank(one) - rank(other) || one.line - other.line)
  return (
    <div className={classes.frame} tabIndex={0} role="region" aria-label="Rows of the file">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">E-mail</th>
            <th scope="col">Result</th>
            <th scope="col">Name</th>
            <th scope="col">City/ZIP</th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, SHOWN).map((row) => (
            <tr key={row.line}>
              <td className="q-num">{row.line}</td>
              <td>{row.email || '—'}</td>
              <td>
                <RowState row={row} />
                {row.errors.map(({ column, message }) => (
                  <div key={`${column} ${message}`} className={classes.fault}>
                    <b>{column}</b>: {message}
                  </div>
                ))}
              </td>
              <td>{row.name || '—'}</td>
              <td>{row.area || '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {sorted.length > SHOWN && (
        <p className={`q-caption ${classes.more}`}>{`and ${(sorted.length - SHOWN).toLocaleString()} more rows`}</p>
      )}
    </div>
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
        On the list already
      </StatusPill>
    )
  return (
    <StatusPill tone="ok" icon={IconCheck}>
      Ready
    </StatusPill>
  )
}
