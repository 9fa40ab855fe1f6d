import { adminRole } from '@quaff/platform/shared/product'

export const settingsTabs = [
  'profile',
  'preferences',
  'access',
  'security',
  'health',
  'platform',
  'mails',
  'keys',
  'webhooks',
  'import',
  'audit',
] as const
export type SettingsTab = (typeof settingsTabs)[number]

/** The other tabs are about the signed-in user. */
const adminTabs = [
  'health',
  'platform',
  'mails',
  'keys',
  'webhooks',
  'import',
  'audit',
] as const satisfies readonly SettingsTab[]

/** Unknown names open the profile (G3). */
export function readSettingsTab(value: unknown): SettingsTab {
  return settingsTabs.find((tab) => tab === value) ?? 'profile'
}

export function mayOpenTab(tab: SettingsTab, role: string): boolean {
  return role === adminRole || !adminTabs.some((own) => own === tab)
}

/** `absent` are the tabs that this installation does not have. */
export function settingsTabsFor(role: string, absent: readonly SettingsTab[] = []): SettingsTab[] {
  return settingsTabs.filter((tab) => mayOpenTab(tab, role) && !absent.includes(tab))
}
