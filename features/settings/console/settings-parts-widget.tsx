import type { ComponentType } from 'react'
import type { OnSettingsSearch, SettingsSearch } from './settings-search-widget'

/** What other features draw inside the settings: given by the app, since features do not import each other's tabs. */
export interface SettingsParts {
  /** The form of Edit profile. */
  EditProfile: ComponentType<{ onClose: () => void }>
  /** Below the preferences of the browser: those that are kept with the account. */
  MailPreferences?: ComponentType
  /** Absent: the tab is not there. */
  Security?: ComponentType
  /** Under the content of the security tab. */
  RecentActivity?: ComponentType
  /** Under the system health. */
  Sources?: ComponentType
  /** What comes over from an old system. */
  Import?: ComponentType<{ search: SettingsSearch; onSearch: OnSettingsSearch }>
  /** Under the health of the system: what the payment provider sends. */
  PaymentProvider?: ComponentType
  /** Where changes are told to other systems. */
  Webhooks?: ComponentType<{ search: SettingsSearch; onSearch: OnSettingsSearch }>
  /** Keys of programs, absent like Security; the list keeps its state in the address of the settings. */
  Keys?: ComponentType<{ search: SettingsSearch; onSearch: OnSettingsSearch }>
}
