import { activityPermissions } from '@quaff/features/activity/permissions'
import { bankingPermissions } from '@quaff/features/banking/permissions'
import { brandingPermissions } from '@quaff/features/branding/permissions'
import { dashboardPermissions } from '@quaff/features/dashboard/permissions'
import { locationPermissions } from '@quaff/features/locations/permissions'
import { merchantPermissions } from '@quaff/features/merchants/permissions'
import { notificationPermissions } from '@quaff/features/notifications/permissions'
import { onboardingPermissions } from '@quaff/features/onboarding/permissions'
import { planPermissions } from '@quaff/features/plans/permissions'
import { promotionPermissions } from '@quaff/features/promotions/permissions'
import { redemptionPermissions } from '@quaff/features/redemptions/permissions'
import { sessionPermissions } from '@quaff/features/sessions/permissions'
import { subscriptionPermissions } from '@quaff/features/subscriptions/permissions'
import { userPermissions } from '@quaff/features/users/permissions'
import type { PermissionArea } from '../../access/rules'
import { settingsPermissions } from '../../permissions'

/** The tables that the server checks: what is shown cannot differ from what is allowed. */
export const permissionAreas: readonly PermissionArea[] = [
  { area: 'Dashboard and activity', table: { ...dashboardPermissions, ...activityPermissions } },
  { area: 'Merchants', table: { ...merchantPermissions, ...sessionPermissions } },
  { area: 'Setup', table: onboardingPermissions },
  { area: 'Locations', table: locationPermissions },
  { area: 'Plans', table: planPermissions },
  { area: 'Promotions', table: promotionPermissions },
  { area: 'Subscriptions', table: subscriptionPermissions },
  { area: 'Redemptions', table: redemptionPermissions },
  { area: 'Billing', table: bankingPermissions },
  { area: 'Branding', table: brandingPermissions },
  { area: 'People', table: userPermissions },
  { area: 'Platform', table: { ...settingsPermissions, ...notificationPermissions } },
]
