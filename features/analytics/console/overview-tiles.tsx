import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { MeasuredFacts } from '@quaff/platform/console/display/measured/measured-facts'
import { comparedText, freshnessText } from '@quaff/platform/console/display/measured/measured-words'
import { MetricTile, MetricTiles } from '@quaff/platform/console/display/metrics/metric-tiles'
import { Panel } from '@quaff/platform/console/display/panel'
import { usePreferences, type HourCycle } from '@quaff/platform/console/theme/use-preferences'
import type { Overview } from '../overview/contract'
import { analyticsApi } from './analytics-queries'
import type { AnalyticsSearch } from './analytics-search-widget'
import { overviewTiles, tileLabels, wideTiles } from './overview-figures'
import { SaveOverviewMenu } from './save-overview-menu'
import type { AnalyticsRange } from './use-analytics-range'
import classes from './overview.module.css'

/** The figures of the range; each with its formula, and leading to the list that it counts. */
export function OverviewTiles({ range, search }: { range: AnalyticsRange; search: AnalyticsSearch }) {
  const { isGlobalView } = useMerchantSelection()
  const { hourCycle } = usePreferences()
  const query = useQuery(analyticsApi.overview.queryOptions({ input: range, placeholderData: keepPreviousData }))
  const { data } = query
  if (!data && query.isError) return <Panel what="metrics" onRetry={() => void query.refetch()} />
  const tiles = data
    ? overviewTiles(data, { search, range, isGlobalView })
    : tileLabels.map((label) => ({ label, loading: true, spark: true, wide: wideTiles.includes(label) }))
  return (
    <div className={classes.figures} data-old={query.isPlaceholderData || undefined}>
      <MetricTiles columns={4} lines={2} label="Metrics for this range">
        {tiles.map((tile) => (
          <MetricTile key={tile.label} {...tile} />
        ))}
      </MetricTiles>
      <div className={classes.foot}>
        {data && (
          <>
            <MeasuredFacts query={query} text={comparisonText(data, hourCycle)} />
            <SaveOverviewMenu data={data} />
          </>
        )}
      </div>
    </div>
  )
}

function comparisonText(data: Overview, hourCycle: HourCycle): string {
  const { previousWindow, timeZone, isEstimated, active, redemptions } = data
  const isKnown = active.previous !== null || redemptions.previous !== null
  const compared =
    previousWindow &&
    `${isKnown ? 'Compared to' : 'Partial data for'} ${comparedText(previousWindow, timeZone, hourCycle)}.`
  const estimated = isEstimated && 'Past levels of one plan are estimated at today’s price.'
  return [`${freshnessText(data, hourCycle)}.`, compared, estimated].filter(Boolean).join(' ')
}
