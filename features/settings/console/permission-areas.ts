import { activityPermissions } from '@quaff/features/activity/permissions'
import { affiliatePermissions } from '@quaff/features/affiliates/permissions'
import { analyticsPermissions } from '@quaff/features/analytics/permissions'
import { keyPermissions } from '@quaff/features/api-keys/permissions'
import { bankingPermissions } from '@quaff/features/banking/permissions'
import { brandingPermissions } from '@quaff/features/branding/permissions'
import { dashboardPermissions } from '@quaff/features/dashboard/permissions'
import { importPermissions } from '@quaff/features/imports/permissions'
import { locationPermissions } from '@quaff/features/locations/permissions'
import { merchantPermissions } from '@quaff/features/merchants/permissions'
import { notificationPermissions } from '@quaff/features/notifications/permissions'
import { onboardingPermissions } from '@quaff/features/onboarding/permissions'
import { paymentPermissions } from '@quaff/features/payments/permissions'
import { payoutPermissions } from '@quaff/features/payouts/permissions'
import { planPermissions } from '@quaff/features/plans/permissions'
import { promotionPermissions } from '@quaff/features/promotions/permissions'
import { redemptionPermissions } from '@quaff/features/redemptions/permissions'
import { refundPermissions } from '@quaff/features/refunds/permissions'
import { sessionPermissions } from '@quaff/features/sessions/permissions'
import { signupFormPermissions } from '@quaff/features/signup-forms/permissions'
import { signupPermissions } from '@quaff/features/signup/permissions'
import { sourcePermissions } from '@quaff/features/sources/permissions'
import { subscriptionPermissions } from '@quaff/features/subscriptions/permissions'
import { userPermissions } from '@quaff/features/users/permissions'
import { waitlistPermissions } from '@quaff/features/waitlists/permissions'
import { webhookPermissions } from '@quaff/features/webhooks/permissions'
import type { PermissionArea } from '../access/rules'
import { settingsPermissions } from '../permissions'

/** The tables that the server checks: what is shown cannot differ from what is allowed. */
export const permissionAreas: readonly PermissionArea[] = [
  {
    area: 'Analytics and activity',
    table: { ...dashboardPermissions, ...analyticsPermissions, ...activityPermissions },
  },
  { area: 'Merchants', table: { ...merchantPermissions, ...sessionPermissions } },
  { area: 'Users', table: userPermissions },
  { area: 'Onboarding', table: onboardingPermissions },
  { area: 'Locations', table: locationPermissions },
  { area: 'Plans', table: planPermissions },
  { area: 'Subscriptions', table: subscriptionPermissions },
  { area: 'Redemptions', table: redemptionPermissions },
  { area: 'Billing', table: { ...payoutPermissions, ...bankingPermissions, ...refundPermissions } },
  { area: 'Branding', table: brandingPermissions },
  { area: 'Affiliate links', table: affiliatePermissions },
  { area: 'Promotions', table: promotionPermissions },
  { area: 'Waitlists', table: waitlistPermissions },
  { area: 'Signup forms', table: { ...signupFormPermissions, ...signupPermissions } },
  {
    area: 'Platform',
    table: {
      ...settingsPermissions,
      ...sourcePermissions,
      ...keyPermissions,
      ...webhookPermissions,
      ...importPermissions,
      ...paymentPermissions,
      ...notificationPermissions,
    },
  },
]
