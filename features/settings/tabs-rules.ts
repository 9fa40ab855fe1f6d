import { adminRole } from '@quaff/platform/shared/product'

/** About the signed-in user. */
const ownTabs = ['profile', 'preferences', 'access', 'security'] as const
const adminTabs = ['health', 'platform', 'mails', 'keys', 'webhooks', 'import', 'audit'] as const
export const settingsTabs = [...ownTabs, ...adminTabs] as const
export type SettingsTab = (typeof settingsTabs)[number]

/** Unknown names open the profile (G3). */
export function readSettingsTab(value: unknown): SettingsTab {
  return settingsTabs.find((tab) => tab === value) ?? 'profile'
}

export function mayOpenTab(tab: SettingsTab, role: string): boolean {
  return role === adminRole || ownTabs.some((own) => own === tab)
}

/** `absent` are the tabs that this installation does not have. */
export function settingsTabsFor(role: string, absent: readonly SettingsTab[] = []): SettingsTab[] {
  return settingsTabs.filter((tab) => mayOpenTab(tab, role) && !absent.includes(tab))
}
