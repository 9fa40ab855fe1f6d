import type { Overview } from '../../overview/contract'
import { saveMeasured, twoDecimals } from '@quaff/platform/console/display/measured/save-measured'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { amountText } from './amount-text'

/** A row per bucket, then the whole range and the one before; levels are of the end, the others sums. */
export function saveOverview(data: Overview): void {
  const { buckets, monthlyRevenue, averageRevenue } = data
  const counts = [data.active, data.trialing, data.pastDue, data.started, data.canceled, data.redemptions]
  const money = [
    ...monthlyRevenue.map((figure) => ({ name: 'Monthly revenue', figure })),
    ...averageRevenue.map((figure) => ({ name: 'ARPU', figure })),
  ]
  const rowOf = (from: string, to: string, read: (figure: Readable) => number | null) => [
    from,
    to,
    ...counts.map(read),
    twoDecimals(read(data.churnRate)),
    ...money.map(({ figure }) => amountText(read(figure), figure.currency)),
  ]
  const spanOf = ({ from, to }: { from: Date; to: Date }) =>
    [dayKeyIn(data.timeZone, from), dayKeyIn(data.timeZone, new Date(to.getTime() - 1))] as const
  saveMeasured(
    'analytics',
    [
      ...['From', 'To', 'Active', 'Trialing', 'Past due', 'New subscriptions', 'Canceled', 'Redemptions', 'Churn %'],
      ...money.map(({ name, figure }) => `${name} (${figure.currency.toUpperCase()})`),
    ],
    [
      ...buckets.map(({ from, to }, index) => rowOf(from, to, ({ points }) => points[index] ?? null)),
      [],
      ['Whole range'],
      rowOf(...spanOf(data.window), ({ value }) => value),
      ...(data.previousWindow ? [['Before'], rowOf(...spanOf(data.previousWindow), ({ previous }) => previous)] : []),
    ],
    data,
  )
}

type Readable = { value: number | null; previous: number | null; points: (number | null)[] }
