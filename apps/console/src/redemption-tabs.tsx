import type { RedemptionTabs } from '@quaff/features/redemptions/console/redemption-tabs-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { SkeletonText } from '@quaff/platform/console/display/panel'

/** What other features draw inside Usage & Redemptions, each fetched when it is first looked at. */
export const redemptionTabs: RedemptionTabs = {
  subscribers: deferred(
    async () => (await import('./frame/subscribers-tab')).SubscribersTab,
    <SkeletonText lines={8} />,
  ),
}
