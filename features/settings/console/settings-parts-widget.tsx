import type { ComponentType } from 'react'
import type { OnSettingsSearch, SettingsSearch } from './settings-search-widget'

/** Parts of other features in the settings, provided by the app because features cannot import each other's tabs. */
export interface SettingsParts {
  EditProfile: ComponentType<{ onClose: () => void }>
  /** Account preferences, below those of the browser. */
  MailPreferences?: ComponentType
  /** Absent: the tab is not there. */
  Security?: ComponentType
  /** Under the content of the security tab. */
  RecentActivity?: ComponentType
  /** Under the system health. */
  Sources?: ComponentType
  Import?: ComponentType<{ search: SettingsSearch; onSearch: OnSettingsSearch }>
  /** Events of the payment provider, below the system health. */
  PaymentProvider?: ComponentType
  Webhooks?: ComponentType<{ search: SettingsSearch; onSearch: OnSettingsSearch }>
  /** Keys of programs, absent like Security; the list keeps its state in the address of the settings. */
  Keys?: ComponentType<{ search: SettingsSearch; onSearch: OnSettingsSearch }>
}
