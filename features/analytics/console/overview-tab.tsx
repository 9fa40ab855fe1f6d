import type { AnalyticsSearch, ChangeAnalyticsSearch } from './analytics-search-widget'
import { EconomicsSection } from './economics-section'
import { OverviewTiles } from './overview-tiles'
import { RangeToolbar } from './range-toolbar'
import { UsageSection } from './usage-section'
import { useAnalyticsRange } from './use-analytics-range'

type OverviewTabProps = { search: AnalyticsSearch; onSearch: ChangeAnalyticsSearch }

/** Range and filters, the figures of the range, and a panel for each question behind them. */
export function OverviewTab({ search, onSearch }: OverviewTabProps) {
  const state = useAnalyticsRange(search)
  const { range } = state
  return (
    <>
      <RangeToolbar state={state} search={search} onSearch={onSearch} />
      <OverviewTiles range={range} search={search} />
      <EconomicsSection range={range} search={search} onSearch={onSearch} />
      <UsageSection range={range} search={search} />
    </>
  )
}
