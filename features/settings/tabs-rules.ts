import { adminRole } from '@quaff/platform/shared/product'

const you = ['profile', 'preferences', 'notifications', 'security', 'access'] as const
const groups = [
  { label: 'You', tabs: you },
  { label: 'Platform', tabs: ['platform', 'mails', 'health', 'audit'] },
  { label: 'Developers', tabs: ['keys', 'webhooks', 'import'] },
] as const
export type SettingsTab = (typeof groups)[number]['tabs'][number]
export const settingsTabs: readonly SettingsTab[] = groups.flatMap(({ tabs }): readonly SettingsTab[] => tabs)

/** Unknown names open the profile (G3). */
export function readSettingsTab(value: unknown): SettingsTab {
  return settingsTabs.find((tab) => tab === value) ?? 'profile'
}

export function mayOpenTab(tab: SettingsTab, role: string): boolean {
  // The only email to choose, the daily summary, goes to administrators.
  return role === adminRole || (you.some((own) => own === tab) && tab !== 'notifications')
}

/** `absent` are the tabs that this installation does not have; a group without tabs is left out. */
export function settingsGroupsFor(role: string, absent: readonly SettingsTab[] = []) {
  const isShown = (tab: SettingsTab) => mayOpenTab(tab, role) && !absent.includes(tab)
  return groups
    .map(({ label, tabs }: { label: string; tabs: readonly SettingsTab[] }) => ({ label, tabs: tabs.filter(isShown) }))
    .filter(({ tabs }) => tabs.length > 0)
}
