import { adminRole } from '@quaff/platform/shared/product'

interface SettingsPage {
  label: string
  hint: string
  /** Further words by which it is searched. */
  keywords?: string
}

const you = {
  profile: { label: 'Profile', hint: 'Name, email, phone', keywords: 'account me password display name' },
  preferences: {
    label: 'Preferences',
    hint: 'Theme, density, time, CSV files',
    keywords: 'dark light appearance theme mode compact 24h csv shortcuts',
  },
  notifications: {
    label: 'Notifications',
    hint: 'What we email you about',
    keywords: 'email daily summary alerts unsubscribe',
  },
  security: {
    label: 'Security',
    hint: 'Password, two-step sign-in, sessions',
    keywords: 'password 2fa mfa totp authenticator passkey passkeys sessions devices sso recovery codes',
  },
  access: { label: 'My access', hint: 'Role and merchants', keywords: 'permissions rights role' },
} as const satisfies Record<string, SettingsPage>

const platform = {
  platform: {
    label: 'General',
    hint: 'Name, fee, support, time zone',
    keywords: 'platform company fee support address time zone currency',
  },
  mails: { label: 'Email templates', hint: 'What we send, and how it looks', keywords: 'emails messages preview' },
  health: {
    label: 'System health',
    hint: 'Database, email, jobs, backup',
    keywords: 'status monitoring uptime version stripe provider',
  },
  audit: { label: 'Audit log', hint: 'Who changed what', keywords: 'log history changes events activity trail' },
} as const satisfies Record<string, SettingsPage>

const developers = {
  keys: { label: 'API keys', hint: 'Access for your own systems', keywords: 'api token secret developer rest' },
  webhooks: { label: 'Webhooks', hint: 'Events sent to your systems', keywords: 'endpoint events callback developer' },
  import: { label: 'Imports', hint: 'Data from another system', keywords: 'csv upload migrate move firestore' },
} as const satisfies Record<string, SettingsPage>

export const settingsPages = { ...you, ...platform, ...developers }
export type SettingsTab = keyof typeof settingsPages
const tabsOf = (pages: Partial<typeof settingsPages>) => Object.keys(pages) as SettingsTab[]

const groups = [
  { label: 'You', tabs: tabsOf(you) },
  { label: 'Platform', tabs: tabsOf(platform) },
  { label: 'Developers', tabs: tabsOf(developers) },
]
export const settingsTabs = groups.flatMap(({ tabs }) => tabs)

/** Unknown names open the profile (G3). */
export function readSettingsTab(value: unknown): SettingsTab {
  return settingsTabs.find((tab) => tab === value) ?? 'profile'
}

export function mayOpenTab(tab: SettingsTab, role: string): boolean {
  // The only email to choose, the daily summary, goes to administrators.
  return role === adminRole || (tab in you && tab !== 'notifications')
}

/** `absent` are the tabs that this installation does not have; a group without tabs is left out. */
export function settingsGroupsFor(role: string, absent: readonly SettingsTab[] = []) {
  return groups
    .map(({ label, tabs }) => ({ label, tabs: tabs.filter((tab) => mayOpenTab(tab, role) && !absent.includes(tab)) }))
    .filter(({ tabs }) => tabs.length > 0)
}
