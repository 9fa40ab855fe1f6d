import { createElement } from 'react'
import { Sparkline } from '@quaff/platform/console/display/charts/sparkline'
import {
  counted,
  formatCount,
  formatMoney,
  formatMoneyWithCode,
  formatPercent,
} from '@quaff/platform/console/display/formats'
import { joinNotes, unrecordedText } from '@quaff/platform/console/display/measured-labels'
import { changeTo, type MetricTileProps } from '@quaff/platform/console/display/metric-tiles'
import type { CountFigure, MoneyFigure, Overview, RateFigure } from '../overview-contract'
import { countDays } from '../range-rules'
import { canceledLink, type LinkScope, redemptionsLink, subscriptionsLink } from './overview-links'

export const tileLabels = [
  'Monthly revenue',
  'Active',
  'Trialing',
  'Past due',
  'Churn rate',
  'ARPU',
  'New subscriptions',
  'Redemptions',
] as const

/** Amounts of money take a full row on a phone. */
export const wideTiles: readonly string[] = ['Monthly revenue', 'ARPU']

export function overviewTiles(data: Overview, scope: LinkScope): MetricTileProps[] {
  const comparison = comparisonOf(data, scope, data.recordedSince.subscriptions)
  const ofRedemptions = comparisonOf(data, scope, data.recordedSince.redemptions)
  const level = (figure: CountFigure, isRiseGood: boolean) =>
    countTile(figure, comparison, isRiseGood, data.isEstimated)
  const flow = (figure: CountFigure | Overview['redemptions'], basis: Comparison) => ({
    ...countTile(figure, basis, true, false),
    spark: bars(figure.points, data),
  })
  const [revenue, average] = [data.monthlyRevenue, data.averageRevenue]
  const tiles: (Omit<MetricTileProps, 'label' | 'formula'> & { formula: string })[] = [
    { formula: overviewFormulas.monthlyRevenue, to: link('active'), ...moneyTile(revenue, comparison, data) },
    { formula: overviewFormulas.active, to: link('active'), ...level(data.active, true) },
    { formula: overviewFormulas.trialing, to: link('trialing'), ...level(data.trialing, true) },
    { formula: overviewFormulas.pastDue, to: link('past_due'), ...level(data.pastDue, false) },
    { formula: overviewFormulas.churnRate, to: canceledLink(scope, scope.range), ...churnTile(data, comparison) },
    { formula: overviewFormulas.averageRevenue, to: link('active'), ...moneyTile(average, comparison, data) },
    {
      formula: overviewFormulas.started,
      to: subscriptionsLink(scope, { createdFrom: scope.range.from, createdTo: scope.range.to }),
      ...flow(data.started, comparison),
    },
    { formula: overviewFormulas.redemptions, to: redemptionsLink(scope), ...flow(data.redemptions, ofRedemptions) },
  ]
  return tiles.map((tile, index) => ({
    ...tile,
    label: tileLabels[index] ?? '',
    wide: wideTiles.includes(tileLabels[index] ?? ''),
  }))

  /** Levels are those at the end of the range: of a past day, as they were then. */
  function link(status: 'active' | 'trialing' | 'past_due'): string {
    const isOver = data.window.to <= data.measuredAt
    return subscriptionsLink(scope, isOver ? { status, on: scope.range.to } : { status })
  }
}

/** "vs previous 30 days"; undefined without a comparison. */
function comparisonOf({ previousWindow, timeZone }: Overview, { range }: LinkScope, since: Date | null): Comparison {
  if (previousWindow === null) return undefined
  return { basis: `vs previous ${counted(countDays(range), 'day')}`, unknown: unrecordedText(since, timeZone) }
}

function countTile(
  figure: CountFigure | Overview['redemptions'],
  comparison: Comparison,
  isRiseGood: boolean,
  isEstimated: boolean,
): Partial<MetricTileProps> {
  return {
    value: figure.value === null ? '—' : formatCount(figure.value),
    spark: line(figure.points, isRiseGood),
    ...compareFigures(figure, comparison, { isRiseGood, isEstimated }),
  }
}

/** The first currency is the figure, the others follow in words: they are never added together. */
function moneyTile(
  figures: readonly MoneyFigure[],
  comparison: Comparison,
  { isEstimated, active }: Overview,
): Partial<MetricTileProps> {
  const [first] = figures
  // Without paying subscribers there is no average, and zero in the platform's currency.
  if (!first) return { value: '—', note: active.value === 0 ? 'No active subscriptions' : undefined }
  const compared = compareFigures(first, comparison, { isRiseGood: true, isEstimated })
  const rest = figures
    .slice(1)
    .map(({ value, currency }) =>
      value === null ? `— in ${currency.toUpperCase()}` : formatMoneyWithCode(value, currency),
    )
  return {
    value: moneyText(first.value, first.currency),
    spark: line(first.points),
    ...compared,
    note: rest.join(' · ') || undefined,
  }
}

const moneyText = (value: number | null, currency: string) => (value === null ? '—' : formatMoney(value, currency))

const pointFormat = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** In percentage points: a percentage of a percentage is misread. */
function churnTile({ churnRate, canceled }: Overview, comparison: Comparison): Partial<MetricTileProps> {
  const { value, previous } = churnRate
  const isCompared = comparison !== undefined && previous !== null && value !== null
  const points = isCompared ? value - previous : 0
  return {
    value: rateText(value),
    ...(isCompared && {
      change: {
        ...changeTo(points, false),
        text: `${pointFormat.format(Math.abs(points))} pt`,
        basis: comparison.basis,
      },
    }),
    missing: previous === null ? comparison?.unknown : undefined,
    spark: line(churnRate.points, false),
    note: joinNotes(
      value === null ? 'No active subscriptions' : `${formatCount(canceled.value)} canceled`,
      comparison !== undefined && previous !== null && `was ${rateText(previous)}`,
    ),
  }
}

const rateText = (percent: number | null) => (percent === null ? '—' : formatPercent(percent))

const mostBars = 31

/** Sums of a day that is not over yet are no dip. More bars than these would be hairs. */
function bars(points: readonly (number | null)[], { window, measuredAt }: Overview) {
  if (points.length > mostBars) return line(points)
  return createElement(Sparkline, {
    values: points.map((point) => point ?? 0),
    shape: 'bars',
    lastIsOpen: window.to > measuredAt,
  })
}

/** Buckets without a value are left out of the line. */
function line(points: readonly (number | null)[], isRiseGood = true) {
  const values = points.filter((point) => point !== null)
  const isBad = !isRiseGood && (values.at(-1) ?? 0) > (values[0] ?? 0)
  return createElement(Sparkline, { values, isBad })
}

/** The formulas in the specification's wording. */
const overviewFormulas = {
  monthlyRevenue:
    'Active subscriptions at list prices, per month (yearly ÷ 12, weekly × 4.333, daily × 30), at the end of this range. Shown per currency.',
  active: 'Active subscriptions at the end of this range.',
  trialing: 'Trials at the end of this range. Not included in revenue.',
  pastDue: 'Past-due subscriptions at the end of this range. Not included in revenue.',
  churnRate: 'Canceled ÷ (active at the end + canceled) in this range.',
  averageRevenue: 'Monthly revenue ÷ active subscriptions at the end of this range. Shown per currency.',
  started: 'Subscriptions created in this range.',
  redemptions: 'Completed redemptions in this range. Voided ones aren’t included.',
} as const

/** The basis of the comparison and the text for unknown values. Undefined if no comparison was requested. */
type Comparison = { basis: string; unknown: string } | undefined

/** A percentage needs a known previous value above zero. */
function compareFigures(
  { value, previous }: Pick<RateFigure, 'value' | 'previous'>,
  comparison: Comparison,
  { isRiseGood, isEstimated }: { isRiseGood: boolean; isEstimated: boolean },
): Pick<MetricTileProps, 'change' | 'missing'> {
  if (comparison === undefined) return {}
  if (previous === null || value === null) return { missing: comparison.unknown }
  if (previous === 0) return { missing: 'no earlier data' }
  const percent = ((value - previous) / previous) * 100
  return { change: { ...changeTo(percent, isRiseGood), estimated: isEstimated, basis: comparison.basis } }
}
