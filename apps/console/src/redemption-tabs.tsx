import { lazy } from 'react'
import type { RedemptionTabs } from '@quaff/features/redemptions/console/redemption-tabs-widget'

/** What other features draw inside Usage & Redemptions, each fetched when it is first looked at. */
export const redemptionTabs: RedemptionTabs = {
  subscribers: lazy(async () => ({ default: (await import('./frame/subscribers-tab')).SubscribersTab })),
}
