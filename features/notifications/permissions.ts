import type { Role } from '@quaff/features/accounts/contract'

/** Everyone may read their own items, which depend on role and merchants. */
export const notificationPermissions = { 'notification.dailyMail': ['quaff_admin'] } as const satisfies Record<
  string,
  readonly Role[]
>

export const notificationPermissionLabels: Readonly<Record<keyof typeof notificationPermissions, string>> = {
  'notification.dailyMail': 'Get the daily summary by email',
}
