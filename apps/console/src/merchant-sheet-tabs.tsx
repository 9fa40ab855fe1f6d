import type { MerchantSheetParts } from '@quaff/features/merchants/console/merchant-search-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { SkeletonText } from '@quaff/platform/console/display/panel'

const skeleton = <SkeletonText lines={8} />

export const merchantSheetParts: MerchantSheetParts = {
  tabs: {
    locations: deferred(
      async () => (await import('@quaff/features/locations/console/merchant-locations-widget')).MerchantLocations,
      skeleton,
    ),
    plans: deferred(
      async () => (await import('@quaff/features/plans/console/merchant-plans-widget')).MerchantPlans,
      skeleton,
    ),
    subscribers: deferred(
      async () =>
        (await import('@quaff/features/subscriptions/console/merchant-subscribers-widget')).MerchantSubscribers,
      skeleton,
    ),
    promotions: deferred(
      async () => (await import('@quaff/features/promotions/console/merchant-promotions-widget')).MerchantPromotions,
      skeleton,
    ),
    team: deferred(
      async () => (await import('@quaff/features/users/console/merchant-team-widget')).MerchantTeam,
      skeleton,
    ),
    banking: deferred(
      async () => (await import('@quaff/features/banking/console/merchant-banking-widget')).MerchantBanking,
      skeleton,
    ),
    activity: deferred(
      async () => (await import('@quaff/features/activity/console/merchant-audit-widget')).MerchantAudit,
      skeleton,
    ),
  },
  Terms: deferred(async () => (await import('@quaff/features/signup/console/venue-terms-widget')).VenueTerms, skeleton),
  TransferDialog: deferred(
    async () => (await import('@quaff/features/users/console/transfer-merchant-widget')).TransferMerchantDialog,
  ),
}
