import { IconArrowsUpDown } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { movementKinds, type MovementKind } from '@quaff/features/subscriptions/movement/rules'
import { formatMoney, formatMoneyChange } from '@quaff/platform/console/display/figures/figure-text'
import { FiguresTable, type FigureColumn } from '@quaff/platform/console/display/figures/figures-table'
import { MeasuredPanel } from '@quaff/platform/console/display/measured/measured-panel'
import { saveMeasured } from '@quaff/platform/console/display/measured/save-measured'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import type { Movement, MovementRow } from '../cancellations/contract'
import { analyticsApi } from './analytics-queries'
import { CurrencyField } from './currency-field'
import { MovementChart } from './movement-chart-view'
import { kindLabels, monthName } from './movement-words'
import { canceledLink, subscriptionsLink, type LinkScope } from './overview-links'
import classes from './cancellations.module.css'

const formula =
  'How monthly revenue changed between month ends: new + returned + expansion − contraction − past due − lost.'
const planNote = ' Not filtered by plan.'

export function MovementPanel({ scope }: { scope: LinkScope }) {
  const { from, to, merchantId, planId } = scope.range
  const [wanted, setWanted] = useState<string>()
  const input = { from, to, ...(merchantId !== undefined && { merchantId }) }
  const query = useQuery(analyticsApi.movement.queryOptions({ input, placeholderData: keepPreviousData }))
  return (
    <MeasuredPanel
      title="Revenue changes"
      formula={planId === undefined ? formula : formula + planNote}
      what="revenue changes"
      query={query}
      height={720}
      isOwnTime
      empty={({ rows }) =>
        rows.length === 0 && (
          <EmptyState
            icon={IconArrowsUpDown}
            title="No revenue in these months"
            text="A month appears here with its first active subscription."
          />
        )
      }
      footer={() => planId !== undefined && <span className="q-caption">All plans</span>}
      onSave={save}
    >
      {(data) => {
        const currency = data.currencies.find((one) => one === wanted) ?? data.currencies[0] ?? ''
        const rows = data.rows.filter((row) => row.currency === currency)
        return (
          <div className={`q-stack ${classes.flush}`}>
            <div className="q-row">
              <CurrencyField currencies={data.currencies} value={currency} onChange={setWanted} />
            </div>
            <MovementChart rows={rows} currency={currency} isOpen={data.window.to >= data.measuredAt} scope={scope} />
            <FiguresTable
              caption="Revenue changes by month"
              columns={columnsOf(rows, scope)}
              rows={rows.toReversed()}
              rowId={({ month }) => month}
            />
          </div>
        )
      }}
    </MeasuredPanel>
  )
}

/** What is not on record has a column only where there is some. */
function columnsOf(rows: readonly MovementRow[], scope: LinkScope): FigureColumn<MovementRow>[] {
  const level = (id: 'startMinor' | 'endMinor', header: string): FigureColumn<MovementRow> => ({
    id,
    header,
    align: 'right',
    cell: (row) => formatMoney(row[id], row.currency),
  })
  const moves = movementKinds.map((kind): FigureColumn<MovementRow> => ({
    id: kind,
    header: kindLabels[kind],
    align: 'right',
    cell: (row) => amountCell(row, row.moves[kind], linkOf(kind, row, scope)),
  }))
  const hasUnrecorded = rows.some(({ unrecordedMinor }) => unrecordedMinor !== 0)
  return [
    { id: 'month', header: 'Month', isTitle: true, cell: ({ month }) => monthName(month) },
    level('startMinor', 'Start'),
    ...moves,
    ...(hasUnrecorded ? [unrecorded] : []),
    level('endMinor', 'End'),
  ]
}

const unrecorded: FigureColumn<MovementRow> = {
  id: 'unrecorded',
  header: 'Unrecorded',
  align: 'right',
  cell: (row) => amountCell(row, row.unrecordedMinor),
}

/** Those of which there is a list. */
function linkOf(kind: MovementKind, row: MovementRow, scope: LinkScope): string | undefined {
  if (kind === 'lost') return canceledLink(scope, row)
  return kind === 'new' ? subscriptionsLink(scope, { createdFrom: row.from, createdTo: row.to }) : undefined
}

/** Nothing is left blank, so that the eye finds what moved. */
function amountCell({ currency }: MovementRow, amountMinor: number, to?: string) {
  if (amountMinor === 0) return null
  const text = formatMoneyChange(amountMinor, currency)
  return to === undefined ? text : <AppLink to={to}>{text}</AppLink>
}

function save(data: Movement): void {
  saveMeasured(
    'revenue-movement',
    ['Month', 'Currency', 'Start', ...movementKinds.map((kind) => kindLabels[kind]), 'Unrecorded', 'End'],
    data.rows.map(({ month, currency, startMinor, moves, unrecordedMinor, endMinor }) => [
      month,
      currency.toUpperCase(),
      ...[startMinor, ...movementKinds.map((kind) => moves[kind]), unrecordedMinor, endMinor].map((amount) => ({
        decimal: decimalText(amount, currency),
      })),
    ]),
    data,
  )
}
