import { Plot } from '@quaff/platform/console/display/charts/plot'
import { formatMoney, formatMoneyShort } from '@quaff/platform/console/display/figures/figure-text'
import type { MovementRow } from '../cancellations/contract'
import { monthName, rowSentence, shortMonthName, sumsOf } from './movement-words'
import { canceledLink, subscriptionsLink, type LinkScope } from './overview-links'

type MovementChartProps = { rows: readonly MovementRow[]; currency: string; isOpen: boolean; scope: LinkScope }

/** Above the line what came in each month, below it what went; the figures stand in the table. */
export function MovementChart({ rows, currency, isOpen, scope }: MovementChartProps) {
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
