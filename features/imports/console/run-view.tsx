import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { OnSettingsSearch, SettingsSearch } from '@quaff/features/settings/console/settings-search-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { FiguresTable, type FigureColumn } from '@quaff/platform/console/display/figures-table'
import { formatCount, formatMoney } from '@quaff/platform/console/display/formats'
import { Notice, Panel } from '@quaff/platform/console/display/panel'
import { MissingState, ReadingState, isAbsent } from '@quaff/platform/console/list/list-states'
import type { ImportDetails, KindCounts } from '../contract'
import { agrees, causesText, comparisonText, figureText, figureTexts, subjectText } from '../figures-rules'
import { kindLabels } from '../kinds-rules'
import type { Comparison, Difference } from '../report-contract'
import { documentOutcomes, undoOutcomes } from '../runs-contract'
import { FoundPanel } from './found-panel'
import { outcomeLabels, undoLabels } from './import-status-pill'
import { importsApi } from './imports-queries'
import { ProblemsSection } from './problem-list'
import { RunPanel } from './run-panel'
import classes from './imports.module.css'

interface RunViewProps {
  runId: string
  search: SettingsSearch
  onSearch: OnSettingsSearch
}

export function RunView({ runId, search, onSearch }: RunViewProps) {
  const pendingAction = useQuery(importsApi.get.queryOptions({ input: { runId }, staleTime: 0 }))
  const back = () =>
    onSearch({ run: undefined, level: undefined, collection: undefined, fault: undefined, page: undefined })
  const isGone = isAbsent(pendingAction)
  const run = isGone ? undefined : pendingAction.data
  return (
    <>
      <div className={classes.back}>
        <Button variant="quiet" size="sm" icon={IconArrowLeft} onClick={back}>
          All imports
        </Button>
      </div>
      {isGone && <MissingState noun="import" />}
      {!run && !isGone && <ReadingState query={pendingAction} lines={8} what="this import" />}
      {run && (
        <>
          <RunPanel run={run} />
          <FoundPanel run={run} />
          <FiguresPanel comparison={run.comparison} />
          <KindsPanel run={run} />
          <ProblemsSection run={run} search={search} onSearch={onSearch} />
        </>
      )}
    </>
  )
}

/** Compares sums of the documents with sums of the database. Lists only differences. */
function FiguresPanel({ comparison }: { comparison: Comparison | null }) {
  if (comparison === null || (comparison.sums === 0 && agrees(comparison))) return null
  const { differences, more, lost } = comparison
  const isUnexplained = lost.length > 0 || differences.some(({ isExplained }) => !isExplained)
  if (agrees(comparison))
    return (
      <Notice tone="ok" title={comparisonText(comparison)}>
        Subscribers, revenue, redemptions and people match the documents to the cent.
      </Notice>
    )
  return (
    <Panel title="Totals compared">
      <div className="q-stack">
        <Notice tone={isUnexplained ? 'danger' : 'info'} title={comparisonText(comparison)}>
          {lost.map(({ kind, read, accounted }) => (
            <div key={kind}>
              {kind}: {read} read, {accounted} accounted for.
            </div>
          ))}
          {more > 0 && `Showing the first ${differences.length}.`}
        </Notice>
        {differences.length > 0 && (
          <FiguresTable
            caption="Totals that differ"
            columns={columns}
            rows={differences}
            rowId={({ figure, of, currency }) => `${figure} ${of} ${currency}`}
          />
        )}
      </div>
    </Panel>
  )
}

const text = (row: Difference, value: number) => figureText(row, value, formatMoney)

const columns: FigureColumn<Difference>[] = [
  { id: 'figure', header: 'Metric', isTitle: true, cell: ({ figure }) => figureTexts[figure] },
  { id: 'of', header: 'For', cell: subjectText },
  { id: 'documents', header: 'Documents', align: 'right', cell: (row) => text(row, row.documents) },
  { id: 'here', header: 'Here', align: 'right', cell: (row) => text(row, row.rows) },
  {
    id: 'counter',
    header: 'Counter',
    align: 'right',
    cell: (row) => (row.counted === null ? null : text(row, row.counted)),
  },
  { id: 'why', header: 'Reason', cell: (row) => causesText(row, formatMoney) },
]

type Cells = { label: string; of: (row: KindCounts) => number | undefined }[]

function KindsPanel({ run: { kinds } }: { run: ImportDetails }) {
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
    { label: 'Skipped', of: (row) => row.foreseenSkipped },
  ]
}
