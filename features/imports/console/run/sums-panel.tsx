import { formatCount, formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import { FiguresTable, type FigureColumn } from '@quaff/platform/console/display/figures/figures-table'
import { Notice } from '@quaff/platform/console/display/notice'
import { Panel } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import type { Comparison, Difference } from '../../figures/contract'
import {
  agreementText,
  agrees,
  type FigureFormat,
  figureTitle,
  lostText,
  reasonTexts,
  subjectText,
  verdictText,
} from '../../figures/rules'
import classes from '../imports.module.css'

const idOf = ({ figure, of, currency }: Difference) => `${figure} ${of} ${currency}`

/** Whether what came over adds up to what was brought, by a second way of reading it. */
export function SumsPanel({ comparison }: { comparison: Comparison }) {
  const { differences, more, lost } = comparison
  if (agrees(comparison))
    return (
      <Panel title="Sums">
        <Notice tone="ok" title={agreementText(comparison)}>
          The documents were added up a second time, beside the import: subscriptions, revenue, redemptions and people.
        </Notice>
      </Panel>
    )
  const isStrange = lost.length > 0 || differences.some(({ isExplained }) => !isExplained)
  return (
    <Panel title="Sums">
      <div className="q-stack">
        <Notice tone={isStrange ? 'danger' : 'info'} title={verdictText(comparison)}>
          {lost.length > 0 && (
            <ul className={classes.lines}>
              {lost.map((one) => (
                <li key={one.kind}>{lostText(one)}</li>
              ))}
            </ul>
          )}
        </Notice>
        {differences.length > 0 && (
          <FiguresTable caption="Sums that differ" columns={columns} rows={differences} rowId={idOf} />
        )}
        {more > 0 && <p className="q-caption">{more} more are not listed.</p>}
      </div>
    </Panel>
  )
}

const shown: FigureFormat = ({ figure, currency }, value) =>
  figure === 'monthly' ? formatMoney(value, currency) : formatCount(value)

const columns: FigureColumn<Difference>[] = [
  { id: 'subject', header: 'Of', isTitle: true, cell: (row) => <Subject row={row} /> },
  { id: 'figure', header: 'Figure', cell: figureTitle },
  { id: 'documents', header: 'Documents', align: 'right', cell: (row) => shown(row, row.documents) },
  { id: 'rows', header: 'Here', align: 'right', cell: (row) => shown(row, row.rows) },
  { id: 'difference', header: 'Difference', align: 'right', cell: (row) => shown(row, row.rows - row.documents) },
  {
    id: 'why',
    header: 'Why',
    cell: (row) => (
      <ul className={classes.lines}>
        {reasonTexts(row, shown).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    ),
  },
]

const Subject = ({ row }: { row: Difference }) =>
  row.name === null ? (
    <span className={classes.words}>{subjectText(row)}</span>
  ) : (
    <AppLink className="q-link" to={`/merchants?id=${encodeURIComponent(row.of)}`}>
      {row.name}
    </AppLink>
  )
