import type { SettingsParts } from '@quaff/features/settings/console/settings-parts-widget'
import { lazy } from 'react'

/** What other features draw inside the settings, each fetched when it is first looked at. */
export const settingsParts: SettingsParts = {
  EditProfile: lazy(async () => ({
    default: (await import('@quaff/features/users/console/edit-profile-widget')).EditProfileDialog,
  })),
  MailPreferences: lazy(async () => ({
    default: (await import('@quaff/features/notifications/console/mail-preferences-widget')).MailPreferences,
  })),
  Security: lazy(async () => ({
    default: (await import('@quaff/features/sign-in/console/security-widget')).Security,
  })),
  RecentActivity: lazy(async () => ({
    default: (await import('@quaff/features/activity/console/user/user-activity-widget')).MyRecentActivity,
  })),
}
