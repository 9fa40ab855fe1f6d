import type { ComponentType } from 'react'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { SkeletonText } from '@quaff/platform/console/display/panel'
import type { RedemptionTab, RedemptionTabProps } from './redemption-search-widget'

/** A tab without a component is hidden. Each is loaded on first use. */
export type RedemptionTabs = Partial<Record<RedemptionTab, ComponentType<RedemptionTabProps>>>

const skeleton = <SkeletonText lines={8} />

/** Tabs of this feature. The app adds those of others, because features do not import each other's screens. */
export const ownTabs: RedemptionTabs = {
  live: deferred(async () => (await import('./live-tab')).LiveTab, skeleton),
  history: deferred(async () => (await import('./redemption-history-widget')).RedemptionHistory, skeleton),
  insights: deferred(async () => (await import('../insights/console/insights-tab')).InsightsTab, skeleton),
}
