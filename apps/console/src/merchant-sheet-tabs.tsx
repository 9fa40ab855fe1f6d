import { lazy } from 'react'
import type { MerchantSheetParts } from '@quaff/features/merchants/console/sheet/sheet-parts-widget'

/** What other features draw inside an open merchant, each fetched when it is first looked at. */
export const merchantSheetParts: MerchantSheetParts = {
  tabs: {
    locations: lazy(async () => ({
      default: (await import('@quaff/features/locations/console/merchant-locations-widget')).MerchantLocations,
    })),
    plans: lazy(async () => ({
      default: (await import('@quaff/features/plans/console/merchant-plans-widget')).MerchantPlans,
    })),
    subscribers: lazy(async () => ({
      default: (await import('@quaff/features/subscriptions/console/merchant-subscribers-widget')).MerchantSubscribers,
    })),
    promotions: lazy(async () => ({
      default: (await import('@quaff/features/promotions/console/merchant-promotions-widget')).MerchantPromotions,
    })),
    team: lazy(async () => ({
      default: (await import('@quaff/features/users/console/team/merchant-team-widget')).MerchantTeam,
    })),
    banking: lazy(async () => ({
      default: (await import('@quaff/features/banking/console/merchant-banking-widget')).MerchantBanking,
    })),
    activity: lazy(async () => ({
      default: (await import('@quaff/features/activity/console/merchant-audit-widget')).MerchantAudit,
    })),
  },
  Terms: lazy(async () => ({
    default: (await import('@quaff/features/signup/console/review/venue-terms-widget')).VenueTerms,
  })),
  TransferDialog: lazy(async () => ({
    default: (await import('@quaff/features/users/console/team/transfer-merchant-widget')).TransferMerchantDialog,
  })),
}
