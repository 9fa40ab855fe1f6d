import { adminRole } from '@quaff/platform/shared/product'
import { adminTabs, settingsTabs, type SettingsTab } from './contract'

/** Unknown names open the profile (G3). */
export function readSettingsTab(value: unknown): SettingsTab {
  return settingsTabs.find((tab) => tab === value) ?? 'profile'
}

export function mayOpenTab(tab: SettingsTab, role: string): boolean {
  return role === adminRole || !adminTabs.some((own) => own === tab)
}

/** `absent` are those that this installation has not got at all. */
export function settingsTabsFor(role: string, absent: readonly SettingsTab[] = []): SettingsTab[] {
  return settingsTabs.filter((tab) => mayOpenTab(tab, role) && !absent.includes(tab))
}
