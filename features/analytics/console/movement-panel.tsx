import { IconArrowsUpDown } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { movementKinds } from '@quaff/features/subscriptions/movement-rules'
import { Plot } from '@quaff/platform/console/display/charts/plot'
import { type FigureColumn, FiguresTable } from '@quaff/platform/console/display/figures-table'
import { formatMoney, formatMoneyChange, formatMoneyShort } from '@quaff/platform/console/display/formats'
import { MeasuredPanel, saveMeasured } from '@quaff/platform/console/display/measured-panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import type { Movement, MovementRow } from '../cancellations-contract'
import { analyticsApi } from './analytics-queries'
import { kindLabels } from './bridge-text'
import { CurrencyField } from './currency-field'
import { canceledLink, changeLink, type LinkScope, subscriptionsLink } from './overview-links'
import classes from './analytics.module.css'

const formula =
  'How monthly revenue changed between month ends: new + reactivated + expansion − contraction − past due − churned.'
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
              hasLinks
            />
          </div>
        )
      }}
    </MeasuredPanel>
  )
}

/** The unrecorded column appears only if a row has such an amount. */
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
    cell: (row) => amountCell(row, row.moves[kind], changeLink(withCurrency(scope, row), kind, row)),
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

const withCurrency = (scope: LinkScope, { currency }: MovementRow): LinkScope => ({
  ...scope,
  search: { ...scope.search, currency },
})

/** Zero is shown, so that no cell is blank. */
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

type MovementChartProps = { rows: readonly MovementRow[]; currency: string; isOpen: boolean; scope: LinkScope }

/** Plots each month's gains above the line and its losses below it; the table shows the figures. */
function MovementChart({ rows, currency, isOpen, scope }: MovementChartProps) {
  return (
    <Plot
      caption="Revenue gained and lost per month"
      points={rows.map((row, index) => {
        const { gained, lost } = sumsOf(row)
        return {
          label: monthName(row.month),
          shortLabel: shortMonthName(row.month),
          value: gained,
          note: `${formatMoney(lost, currency)} lost, ending at ${formatMoney(row.endMinor, currency)}`,
          to: subscriptionsLink(scope, { createdFrom: row.from, createdTo: row.to }),
          below: { value: lost, label: `${rowSentence(row)}. View cancellations`, to: canceledLink(scope, row) },
          state: isOpen && index === rows.length - 1 ? 'open' : 'closed',
        }
      })}
      formatValue={(amount) => formatMoney(amount, currency)}
      formatTick={(amount) => formatMoneyShort(amount, currency)}
      valueLabel="gained"
      seriesLabel="Gained"
      belowLabel="Lost"
      labelEvery={1}
      hasTable={false}
    />
  )
}

/** "Mar 2026": a name already, no zone may move it. */
const monthFormat = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' })
const shortFormat = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' })
const middleOf = (month: string) => new Date(`${month}-15T12:00:00Z`)
const monthName = (month: string) => monthFormat.format(middleOf(month))
const shortMonthName = (month: string) => shortFormat.format(middleOf(month))

type Sums = { gained: number; lost: number }

/** Sums gains and losses as positive sizes; an unrecorded amount counts by its sign. */
function sumsOf({ moves, unrecordedMinor }: MovementRow): Sums {
  const amounts = [...movementKinds.map((kind) => moves[kind]), unrecordedMinor]
  return {
    gained: amounts.reduce((sum, amount) => sum + Math.max(amount, 0), 0),
    lost: amounts.reduce((sum, amount) => sum - Math.min(amount, 0), 0),
  }
}

/** "Mar 2026: +$12.00, −$3.00, ending at $109.00" */
function rowSentence(row: MovementRow): string {
  const { gained, lost } = sumsOf(row)
  const money = (amountMinor: number) => formatMoney(amountMinor, row.currency)
  return `${monthName(row.month)}: +${money(gained)}, −${money(lost)}, ending at ${money(row.endMinor)}`
}
