import { formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import { FiguresTable, type FigureColumn } from '@quaff/platform/console/display/figures/figures-table'
import { Notice } from '@quaff/platform/console/display/notice'
import { Panel } from '@quaff/platform/console/display/panel'
import type { Comparison, Difference } from '../figures-contract'
import { agrees, causesText, comparisonText, figureText, figureTexts, subjectText } from '../figures-rules'

/** Sums of the documents beside those here, computed by a reader of its own; only what differs is listed. */
export function FiguresPanel({ comparison }: { comparison: Comparison | null }) {
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
