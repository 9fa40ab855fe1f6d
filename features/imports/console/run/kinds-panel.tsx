import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { Panel } from '@quaff/platform/console/display/panel'
import { kindLabels } from '../../kinds/rules'
import { documentOutcomes, undoOutcomes } from '../../runs/contract'
import type { ImportDetails, KindCounts } from '../../screen/contract'
import { outcomeLabels, undoLabels } from './outcome-labels'
import classes from '../imports.module.css'

type Cells = { label: string; of: (row: KindCounts) => number | undefined }[]

/** Before it is written what the check foresees, afterwards what became of it. */
export function KindsPanel({ run: { kinds } }: { run: ImportDetails }) {
  if (kinds.length === 0) return null
  const columns = columnsOf(kinds)
  return (
    <Panel title="Documents" flush>
      <div className={classes.frame} tabIndex={0} role="region" aria-label="Documents by kind">
        <table className={classes.kinds}>
          <thead>
            <tr>
              <th scope="col">Kind</th>
              {columns.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map((row) => (
              <tr key={row.kind}>
                <th scope="row">{kindLabels[row.kind]}</th>
                {columns.map(({ label, of }) => (
                  <td key={label} className="q-num" data-zero={!of(row) || undefined}>
                    {formatCount(of(row) ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

function columnsOf(kinds: readonly KindCounts[]): Cells {
  const read: Cells = [{ label: 'Read', of: (row) => row.read }]
  if (kinds.some(({ undone }) => undone))
    return [
      ...read,
      { label: outcomeLabels.created, of: (row) => row.outcomes?.created },
      ...undoOutcomes.map((name) => ({ label: undoLabels[name], of: (row: KindCounts) => row.undone?.[name] })),
    ]
  if (kinds.some(({ outcomes }) => outcomes))
    return [
      ...read,
      ...documentOutcomes.map((name) => ({
        label: outcomeLabels[name],
        of: (row: KindCounts) => row.outcomes?.[name],
      })),
    ]
  return [
    ...read,
    { label: 'As they are', of: (row) => row.ready },
    { label: 'Changed', of: (row) => row.changed },
    { label: 'Aside', of: (row) => row.foreseenAside },
  ]
}
