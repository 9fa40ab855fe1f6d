import { createElement } from 'react'
import type { CountFigure, MoneyFigure, Overview } from '../../overview/contract'
import { countDays } from '../../range/rules'
import { compareFigures } from './compare-figures'
import { overviewFormulas } from './overview-formulas'
import { redemptionsLink, subscriptionsLink, type LinkScope } from './overview-links'
import { Sparkline } from '@quaff/platform/console/display/charts/sparkline'
import {
  counted,
  countFormat,
  freshnessText,
  percentFormat,
  windowText,
} from '@quaff/platform/console/display/measured/measured-words'
import type { MetricTileProps } from '@quaff/platform/console/display/metrics/metric-tiles'
import { formatMoney } from '@quaff/platform/console/display/money'
import type { HourCycle } from '@quaff/platform/console/theme/use-preferences'

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

type TileScope = LinkScope & { hourCycle: HourCycle }

export function overviewTiles(data: Overview, scope: TileScope): MetricTileProps[] {
  const comparison = comparisonOf(data, scope)
  const level = (figure: CountFigure, isRiseGood: boolean) =>
    countTile(figure, comparison, isRiseGood, data.isEstimated)
  const flow = (figure: CountFigure) => ({
    ...countTile(figure, comparison, true, false),
    spark: bars(figure.points, data),
  })
  const [revenue, average] = [data.monthlyRevenue, data.averageRevenue]
  const tiles: (Omit<MetricTileProps, 'label' | 'formula'> & { formula: string })[] = [
    {
      formula: overviewFormulas.monthlyRevenue,
      to: link('active'),
      wide: true,
      ...moneyTile(revenue, comparison, data),
    },
    { formula: overviewFormulas.active, to: link('active'), ...level(data.active, true) },
    { formula: overviewFormulas.trialing, to: link('trialing'), ...level(data.trialing, true) },
    { formula: overviewFormulas.pastDue, to: link('past_due'), ...level(data.pastDue, false) },
    { formula: overviewFormulas.churnRate, to: link('canceled'), ...churnTile(data, comparison) },
    {
      formula: overviewFormulas.averageRevenue,
      to: link('active'),
      wide: true,
      ...moneyTile(average, comparison, data),
    },
    { formula: overviewFormulas.started, to: subscriptionsLink(scope, { started: true }), ...flow(data.started) },
    { formula: overviewFormulas.redemptions, to: redemptionsLink(scope), ...flow(data.redemptions) },
  ]
  const facts = `${windowText(data)}, ${freshnessText(data, scope.hourCycle)}.`
  return tiles.map((tile, index) => ({
    ...tile,
    label: tileLabels[index] ?? '',
    formula: `${tile.formula} ${facts}`,
  }))

  function link(status: 'active' | 'trialing' | 'past_due' | 'canceled'): string {
    return subscriptionsLink(scope, { status })
  }
}

/** "vs 30 days before"; undefined where nobody wants to compare. */
function comparisonOf({ previousWindow }: Overview, { range }: TileScope): string | undefined {
  return previousWindow === null ? undefined : `vs ${counted(countDays(range), 'day')} before`
}

function countTile(
  figure: CountFigure,
  comparison: string | undefined,
  isRiseGood: boolean,
  isEstimated: boolean,
): Partial<MetricTileProps> {
  return {
    value: countFormat.format(figure.value),
    spark: line(figure.points),
    ...compareFigures(figure, comparison, { isRiseGood, isEstimated }),
  }
}

/** The first currency is the figure, the others follow in words: they are never added together. */
function moneyTile(
  figures: readonly MoneyFigure[],
  comparison: string | undefined,
  { isEstimated, active }: Overview,
): Partial<MetricTileProps> {
  const [first] = figures
  // Nobody pays: that is nothing in the currency of the platform, and no average at all.
  if (!first) return { value: '—', note: active.value === 0 ? 'No active subscriptions' : undefined }
  const { change, note } = compareFigures(first, comparison, { isRiseGood: true, isEstimated })
  const rest = figures
    .slice(1)
    .map(({ value, currency }) => `${moneyText(value, currency)} in ${currency.toUpperCase()}`)
  return {
    value: moneyText(first.value, first.currency),
    spark: line(first.points),
    change,
    note: [note, ...rest].filter(Boolean).join(', ') || undefined,
  }
}

const moneyText = (value: number | null, currency: string) => (value === null ? '—' : formatMoney(value, currency))

/** In points of percent: a percentage of a percentage is misread. */
function churnTile({ churnRate, canceled }: Overview, comparison: string | undefined): Partial<MetricTileProps> {
  const { value, previous } = churnRate
  return {
    value: rateText(value),
    spark: line(churnRate.points),
    note: [
      value === null ? 'Nobody could leave' : `${countFormat.format(canceled.value)} canceled`,
      comparison !== undefined && (previous === null ? noComparison : `${rateText(previous)} before`),
    ]
      .filter(Boolean)
      .join(', '),
  }
}

export const rateText = (percent: number | null) => (percent === null ? '—' : percentFormat.format(percent / 100))

const mostBars = 31
const noComparison = 'nothing to compare with'

/** Sums of a day that is not over yet are no dip. More bars than these would be hairs. */
function bars(points: readonly number[], { window, measuredAt }: Overview) {
  if (points.length > mostBars) return line(points)
  return createElement(Sparkline, { values: [...points], look: 'bars', lastIsOpen: window.to > measuredAt })
}

/** Buckets without a value are left out of the line. */
function line(points: readonly (number | null)[]) {
  return createElement(Sparkline, { values: points.filter((point) => point !== null) })
}
