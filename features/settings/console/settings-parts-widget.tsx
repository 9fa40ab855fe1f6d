import type { ComponentType } from 'react'
import type { OnSettingsSearch, SettingsSearch } from './settings-search-widget'

/** What other features draw inside the settings: given by the app, since features do not import each other's tabs. */
export interface SettingsParts {
  EditProfile: ComponentType<{ onClose: () => void }>
  /** Below the preferences of the browser: those that are kept with the account. */
  MailPreferences?: ComponentType
  /** Absent: the tab is not there. */
  Security?: ComponentType
  /** Under the content of the security tab. */
  RecentActivity?: ComponentType
  /** Under the system health. */
  Sources?: ComponentType
  /** Imports. */
  Import?: ComponentType<{ search: SettingsSearch; onSearch: OnSettingsSearch }>
  /** Below the system health: events of the payment provider. */
  PaymentProvider?: ComponentType
  /** Webhook endpoints. */
  Webhooks?: ComponentType<{ search: SettingsSearch; onSearch: OnSettingsSearch }>
  /** Keys of programs, absent like Security; the list keeps its state in the address of the settings. */
  Keys?: ComponentType<{ search: SettingsSearch; onSearch: OnSettingsSearch }>
}
