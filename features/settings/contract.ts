import { auditLogContract } from './audit-contract'
import { healthContract } from './health-contract'
import { mailsContract } from './mails-contract'
import { platformContract } from './platform-contract'

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

/** The other tabs are about oneself. */
export const adminTabs = [
  'health',
  'platform',
  'mails',
  'keys',
  'webhooks',
  'import',
  'audit',
] as const satisfies readonly SettingsTab[]

export const settingsContract = { ...platformContract, ...healthContract, ...mailsContract, ...auditLogContract }
