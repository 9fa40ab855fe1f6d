import type { UseQueryResult } from '@tanstack/react-query'
import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { MetricTile, MetricTiles } from '@quaff/platform/console/display/metrics/metric-tiles'
import type { LinkTotals } from '../contract'
import { conversionText, figureText, figureWords, unknown } from './link-looks'

const figures = ['clicks', 'signups', 'subscriptions', 'firstDrinks'] as const

/** Over all links of the scope, archived ones too. */
export function LinkTiles({ totals }: { totals: UseQueryResult<LinkTotals> }) {
  const { data, isPending, refetch } = totals
  return (
    <MetricTiles label="Affiliate link stats" columns={4}>
      {figures.map((figure) => {
        const { label, formula, unknown: why } = figureWords[figure]
        const value = data && figureText(data[figure])
        return (
          <MetricTile
            key={figure}
            label={label}
            formula={formula}
            value={value}
            note={value === unknown ? why : noteOf(figure, data)}
            loading={isPending}
            error={!isPending && !data ? 'Not available' : undefined}
            onRetry={() => void refetch()}
          />
        )
      })}
    </MetricTiles>
  )
}

function noteOf(figure: (typeof figures)[number], totals: LinkTotals | undefined): string {
  if (!totals) return ''
  switch (figure) {
    case 'clicks':
      return `${formatCount(totals.active + totals.archived)} links, including archived`
    case 'signups':
      return conversionText(totals) === unknown ? 'With a code' : `${conversionText(totals)} of clicks`
    case 'subscriptions':
      return 'Started with a code'
    case 'firstDrinks':
      return 'After starting with a code'
  }
}
