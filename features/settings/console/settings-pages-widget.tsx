import type { SettingsTab } from '../tabs-rules'

interface SettingsPage {
  label: string
  hint: string
  /** Further words by which it is searched. */
  keywords: string
}

export const settingsPages: Readonly<Record<SettingsTab, SettingsPage>> = {
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
  keys: { label: 'API keys', hint: 'Access for your own systems', keywords: 'api token secret create developer rest' },
  webhooks: {
    label: 'Webhooks',
    hint: 'Events sent to your systems',
    keywords: 'api endpoint events callback developer',
  },
  import: { label: 'Imports', hint: 'Data from another system', keywords: 'csv upload migrate move firestore' },
}
