import type { LinkScope } from './overview-links'
import type { AnalyticsRange } from './use-analytics-range'

export type EconomicsPanelProps = { scope: LinkScope }

/** These panels say what they compare with themselves. */
export const filtersOf = ({ compare: _compare, ...filters }: AnalyticsRange) => filters
