import { saveMeasured, twoDecimals } from '@quaff/platform/console/display/measured/save-measured'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import type { Overview } from '../overview/contract'

/** A row per step of the range; levels are of the end, the others sums. */
export function saveSteps(data: Overview): void {
  saveMeasured(
    'analytics-by-step',
    headOf(data),
    data.buckets.map(({ from, to }, index) => rowOf(data, from, to, ({ points }) => points[index] ?? null)),
    data,
  )
}

/** The whole range and the one before. */
export function saveComparison(data: Overview): void {
  const spanOf = ({ from, to }: { from: Date; to: Date }) =>
    [dayKeyIn(data.timeZone, from), dayKeyIn(data.timeZone, new Date(to.getTime() - 1))] as const
  saveMeasured(
    'analytics-compared',
    headOf(data),
    [
      rowOf(data, ...spanOf(data.window), ({ value }) => value),
      ...(data.previousWindow ? [rowOf(data, ...spanOf(data.previousWindow), ({ previous }) => previous)] : []),
    ],
    data,
  )
}

type Readable = { value: number | null; previous: number | null; points: (number | null)[] }

const moneyOf = ({ monthlyRevenue, averageRevenue }: Overview) => [
  ...monthlyRevenue.map((figure) => ({ name: 'Monthly revenue', figure })),
  ...averageRevenue.map((figure) => ({ name: 'ARPU', figure })),
]

const headOf = (data: Overview) => [
  'From',
  'To',
  'Active',
  'Trialing',
  'Past due',
  'New subscriptions',
  'Canceled',
  'Redemptions',
  'Churn %',
  ...moneyOf(data).map(({ name, figure }) => `${name} (${figure.currency.toUpperCase()})`),
]

function rowOf(data: Overview, from: string, to: string, read: (figure: Readable) => number | null) {
  const { active, trialing, pastDue, started, canceled, redemptions, churnRate } = data
  return [
    from,
    to,
    ...[active, trialing, pastDue, started, canceled, redemptions].map(read),
    twoDecimals(read(churnRate)),
    ...moneyOf(data).map(({ figure }) => {
      const amount = read(figure)
      return amount === null ? null : { decimal: decimalText(amount, figure.currency) }
    }),
  ]
}
