import type { SettingsParts } from '@quaff/features/settings/console/settings-parts-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'

/** What other features draw inside the settings, each fetched when it is first looked at. */
export const settingsParts: SettingsParts = {
  EditProfile: deferred(
    async () => (await import('@quaff/features/users/console/edit-profile-widget')).EditProfileDialog,
  ),
  MailPreferences: deferred(
    async () => (await import('@quaff/features/notifications/console/mail-preferences-widget')).MailPreferences,
  ),
  Keys: deferred(async () => (await import('@quaff/features/api-keys/console/keys-tab-widget')).KeysTab),
  Sources: deferred(async () => (await import('@quaff/features/sources/console/sources-widget')).Sources),
  Security: deferred(async () => (await import('@quaff/features/sign-in/console/security-widget')).Security),
  Import: deferred(async () => (await import('@quaff/features/imports/console/imports-tab-widget')).ImportsTab),
  PaymentProvider: deferred(
    async () => (await import('@quaff/features/payments/console/payment-provider-widget')).PaymentProvider,
  ),
  Webhooks: deferred(async () => (await import('@quaff/features/webhooks/console/webhooks-tab-widget')).WebhooksTab),
  RecentActivity: deferred(
    async () => (await import('@quaff/features/activity/console/user-activity-widget')).MyRecentActivity,
  ),
}
