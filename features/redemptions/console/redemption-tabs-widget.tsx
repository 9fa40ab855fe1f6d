import { lazy, type ComponentType } from 'react'
import type { RedemptionTab, RedemptionTabProps } from './redemption-search-widget'

/** A tab whose part is missing is not shown; each is fetched when it is first looked at. */
export type RedemptionTabs = Partial<Record<RedemptionTab, ComponentType<RedemptionTabProps>>>

/** Those of this feature; other features' come from the app, since features do not import each other's screens. */
export const ownTabs: RedemptionTabs = {
  live: lazy(async () => ({ default: (await import('./live/live-tab')).LiveTab })),
  history: lazy(async () => ({ default: (await import('./history/redemption-history-widget')).RedemptionHistory })),
  insights: lazy(async () => ({ default: (await import('./insights/insights-tab')).InsightsTab })),
}
