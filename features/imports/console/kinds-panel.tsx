import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { FiguresTable } from '@quaff/platform/console/display/figures/figures-table'
import { Panel } from '@quaff/platform/console/display/panel'
import type { ImportDetails, KindCounts } from '../contract'
import { kindLabels } from '../kinds-rules'
import { documentOutcomes, undoOutcomes } from '../runs-contract'
import { outcomeLabels, undoLabels } from './outcome-labels'

type Cells = { label: string; of: (row: KindCounts) => number | undefined }[]

/** Before it is written what the check foresees, afterwards what became of it. */
export function KindsPanel({ run: { kinds } }: { run: ImportDetails }) {
  if (kinds.length === 0) return null
  const columns = columnsOf(kinds)
  return (
    <Panel title="Documents" flush>
      <FiguresTable
        caption="Documents by kind"
        columns={[
          { id: 'kind', header: 'Kind', isTitle: true, cell: ({ kind }) => kindLabels[kind] },
          ...columns.map(({ label, of }) => ({
            id: label,
            header: label,
            align: 'right' as const,
            cell: (row: KindCounts) => <Count value={of(row) ?? 0} />,
          })),
        ]}
        rows={kinds}
        rowId={({ kind }) => kind}
      />
    </Panel>
  )
}

const Count = ({ value }: { value: number }) => (value === 0 ? <span className="q-muted">0</span> : formatCount(value))

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
    { label: 'Unchanged', of: (row) => row.ready },
    { label: 'Changed', of: (row) => row.changed },
    { label: 'Skipped', of: (row) => row.foreseenAside },
  ]
}
