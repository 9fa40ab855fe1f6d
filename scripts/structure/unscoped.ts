/**
 * Functions of stores that reach merchants' rows and take no scope, by why they may. Nothing may be added here for
 * convenience, and what needs no exception any more is refused.
 */
export const unscoped: Record<string, Record<string, string[]>> = {
  'A job over all merchants, which nobody asks for': {
    'features/branding/server/branding-store.ts': [
      'findImageInUse',
      'listPurgeableImages',
      'deletePurgeableImage',
      'deleteUnusedImage',
    ],
    'features/redemptions/server/aggregates/drift-store.ts': [
      'findHoursDrift',
      'findTotalsDrift',
      'refreshLastRedeemed',
      'listRedeemingMerchants',
    ],
    'features/settings/server/audit/chain/audit-chain-store.ts': ['listUnsealed', 'listSeals', 'countUnsealed'],
    'features/subscriptions/server/aggregates/drift-store.ts': [
      'findTotalsDrift',
      'findDaysDrift',
      'findEntriesDrift',
      'findStatsDrift',
      'findDrift',
    ],
    'features/subscriptions/server/aggregates/move-entries-store.ts': ['moveEntries'],
    'features/subscriptions/server/aggregates/person-drift-store.ts': ['findPersonDrift', 'listCountedMerchants'],
    'features/subscriptions/server/charges/charge-months-store.ts': ['compactChargeMonths'],
    'features/subscriptions/server/counter-store.ts': ['refreshLastActivity'],
    'features/subscriptions/server/ending/ending-store.ts': ['lockDue'],
    'features/users/server/user-counts-store.ts': ['countEverybody', 'compactUserCounts'],
  },
  'What one person has or may enter, by their own id': {
    'features/affiliates/server/links/forgetting-store.ts': ['forgetLinkMaker'],
    'features/dashboard/server/dashboard-store.ts': ['findApplication'],
    'features/merchants/server/record/application-store.ts': [
      'createApplication',
      'findApplication',
      'lockOwnApplication',
      'unlinkApplicant',
      'forgetApplicant',
    ],
    'features/notifications/server/waiting/merchant-waiting-store.ts': ['findOpenApplication'],
    'features/personal-data/server/export/account-parts-store.ts': ['readApplications'],
    'features/personal-data/server/export/growth-parts-store.ts': ['readAffiliateLinks', 'readAffiliateSubscriptions'],
    'features/personal-data/server/export/history-store.ts': [
      'listSubscriptionsOf',
      'listSubscriptionEventsOf',
      'listChargesOf',
      'listRedemptionsOf',
      'listAuditOf',
    ],
    'features/personal-data/server/person-store.ts': ['countFiguresOf'],
    'features/sessions/server/session-store.ts': ['findApplication'],
    'features/sign-in/server/links/invited-to-store.ts': ['findInvitedTo'],
  },
  'For administrators alone, over all merchants': {
    'features/activity/server/activity-store.ts': ['listRecentAudit'],
    'features/analytics/server/economics/plan-revenue-store.ts': ['sumActiveOfAllPlans'],
    'features/analytics/server/economics/top-merchant-store.ts': ['listActiveTotals', 'listMovements'],
    'features/notifications/server/waiting/platform-waiting-store.ts': ['tallyInReview', 'tallyPayoutDrafts'],
    'features/payouts/server/generation/generation-store.ts': ['countPayoutsOf'],
    'features/payouts/server/generation/late-charges-store.ts': [
      'lateCharges',
      'everyLateCharge',
      'listMerchantsWithLate',
    ],
    'features/payouts/server/generation/preview-store.ts': [
      'chargesOfPeriod',
      'previewSums',
      'sumForPreview',
      'listGenerated',
      'listPayees',
    ],
    'features/settings/server/audit/log/audit-log-store.ts': [
      'listAuditLogRows',
      'listAuditRowsById',
      'countAuditLogRows',
      'listAuditOptions',
    ],
    'features/settings/server/health/health-store.ts': ['findNewestEvent'],
    'features/signup/server/signup-store.ts': ['findSignup', 'findVenueSignup'],
    'features/waitlists/server/demand/demand-store.ts': ['listDemandAreas'],
    'features/waitlists/server/entries/history-store.ts': ['listEntryAudit'],
    'features/waitlists/server/join/offer-store.ts': ['listVenuesIn'],
  },
  'Of ids or rows that a scope has given': {
    'features/activity/server/record-names-store.ts': ['findRecordNames'],
    'features/locations/server/location-store.ts': ['countLocations'],
    'features/plans/server/plan-store.ts': ['countActivePlans', 'findMerchantIdOfPlan'],
    'features/subscriptions/server/list/subscription-filter-store.ts': ['statusAt'],
  },
  'The one writer of what comes in from outside; whoever calls it decides whose it is': {
    'features/redemptions/server/hour-store.ts': ['lockTotals', 'addToTotals'],
    'features/redemptions/server/previous-store.ts': ['linkToPrevious', 'findPreviousDrift', 'repairPrevious'],
    'features/redemptions/server/redemption-store.ts': [
      'takeEvents',
      'insertNewRedemptions',
      'lockStatuses',
      'updateStatuses',
    ],
    'features/subscriptions/server/subscription-store.ts': [
      'insertNewSubscriptions',
      'lockSubscriptions',
      'updateSubscriptions',
    ],
    'features/subscriptions/server/writing/affiliate-store.ts': ['insertAffiliates', 'noteFirstDrinks'],
    'features/subscriptions/server/writing/history-store.ts': ['insertCharges'],
  },
}

/** Stores that write a table of another feature, until its owner does it for them. */
export const foreignWriters: readonly string[] = [
  'features/sessions/server/session-store.ts',
  'features/sign-in/server/account-store.ts',
  'features/sign-in/server/address/email-change-store.ts',
  'features/subscriptions/server/writing/person-count-store.ts',
]
