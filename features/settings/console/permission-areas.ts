import { activityPermissionLabels, activityPermissions } from '@quaff/features/activity/permissions'
import { affiliatePermissionLabels, affiliatePermissions } from '@quaff/features/affiliates/permissions'
import { analyticsPermissionLabels, analyticsPermissions } from '@quaff/features/analytics/permissions'
import { keyPermissionLabels, keyPermissions } from '@quaff/features/api-keys/permissions'
import { bankingPermissionLabels, bankingPermissions } from '@quaff/features/banking/permissions'
import { brandingPermissionLabels, brandingPermissions } from '@quaff/features/branding/permissions'
import { dashboardPermissionLabels, dashboardPermissions } from '@quaff/features/dashboard/permissions'
import { importPermissionLabels, importPermissions } from '@quaff/features/imports/permissions'
import { locationPermissionLabels, locationPermissions } from '@quaff/features/locations/permissions'
import { merchantPermissionLabels, merchantPermissions } from '@quaff/features/merchants/permissions'
import { notificationPermissionLabels, notificationPermissions } from '@quaff/features/notifications/permissions'
import { onboardingPermissionLabels, onboardingPermissions } from '@quaff/features/onboarding/permissions'
import { paymentPermissionLabels, paymentPermissions } from '@quaff/features/payments/permissions'
import { payoutPermissionLabels, payoutPermissions } from '@quaff/features/payouts/permissions'
import { planPermissionLabels, planPermissions } from '@quaff/features/plans/permissions'
import { promotionPermissionLabels, promotionPermissions } from '@quaff/features/promotions/permissions'
import { redemptionPermissionLabels, redemptionPermissions } from '@quaff/features/redemptions/permissions'
import { refundPermissionLabels, refundPermissions } from '@quaff/features/refunds/permissions'
import { sessionPermissionLabels, sessionPermissions } from '@quaff/features/sessions/permissions'
import { signupFormPermissionLabels, signupFormPermissions } from '@quaff/features/signup-forms/permissions'
import { signupPermissionLabels, signupPermissions } from '@quaff/features/signup/permissions'
import { sourcePermissionLabels, sourcePermissions } from '@quaff/features/sources/permissions'
import { subscriptionPermissionLabels, subscriptionPermissions } from '@quaff/features/subscriptions/permissions'
import { userPermissionLabels, userPermissions } from '@quaff/features/users/permissions'
import { waitlistPermissionLabels, waitlistPermissions } from '@quaff/features/waitlists/permissions'
import { webhookPermissionLabels, webhookPermissions } from '@quaff/features/webhooks/permissions'
import { settingsPermissionLabels, settingsPermissions } from '../permissions'
import type { PermissionArea } from '../rules'

/** The permission tables of the server, so that the page shows what is enforced. */
export const permissionAreas: readonly PermissionArea[] = [
  {
    area: 'Analytics and activity',
    table: { ...dashboardPermissions, ...analyticsPermissions, ...activityPermissions },
    labels: { ...dashboardPermissionLabels, ...analyticsPermissionLabels, ...activityPermissionLabels },
  },
  {
    area: 'Merchants',
    table: { ...merchantPermissions, ...sessionPermissions },
    labels: { ...merchantPermissionLabels, ...sessionPermissionLabels },
  },
  { area: 'Users', table: userPermissions, labels: userPermissionLabels },
  { area: 'Onboarding', table: onboardingPermissions, labels: onboardingPermissionLabels },
  { area: 'Locations', table: locationPermissions, labels: locationPermissionLabels },
  { area: 'Plans', table: planPermissions, labels: planPermissionLabels },
  { area: 'Subscriptions', table: subscriptionPermissions, labels: subscriptionPermissionLabels },
  { area: 'Redemptions', table: redemptionPermissions, labels: redemptionPermissionLabels },
  {
    area: 'Billing',
    table: { ...payoutPermissions, ...bankingPermissions, ...refundPermissions },
    labels: { ...payoutPermissionLabels, ...bankingPermissionLabels, ...refundPermissionLabels },
  },
  { area: 'Branding', table: brandingPermissions, labels: brandingPermissionLabels },
  { area: 'Affiliate links', table: affiliatePermissions, labels: affiliatePermissionLabels },
  { area: 'Promotions', table: promotionPermissions, labels: promotionPermissionLabels },
  { area: 'Waitlists', table: waitlistPermissions, labels: waitlistPermissionLabels },
  {
    area: 'Signup forms',
    table: { ...signupFormPermissions, ...signupPermissions },
    labels: { ...signupFormPermissionLabels, ...signupPermissionLabels },
  },
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
    labels: {
      ...settingsPermissionLabels,
      ...sourcePermissionLabels,
      ...keyPermissionLabels,
      ...webhookPermissionLabels,
      ...importPermissionLabels,
      ...paymentPermissionLabels,
      ...notificationPermissionLabels,
    },
  },
]
