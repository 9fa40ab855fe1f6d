import { createContext } from 'react'
import { type CsvDialect, csvDialects } from '@quaff/platform/shared/csv-format'
import { localStore, useLocalValue } from '../local-store'

export type ThemePreference = 'system' | 'light' | 'dark'
export type Density = 'comfortable' | 'compact'
export type HourCycle = '12h' | '24h' | 'auto'

export interface Preferences {
  theme: ThemePreference
  density: Density
  hourCycle: HourCycle
  shortcutsEnabled: boolean
  csvDialect: CsvDialect
}

export const csvDialectLabels = {
  comma: 'Commas, 1.50',
  semicolon: 'Semicolons, 1,50',
  swiss: 'Semicolons, 1.50',
} as const satisfies Record<CsvDialect, string>

const STORE_KEY = 'preferences'

function oneOf<T extends string>(options: readonly T[], value: unknown, fallback: T): T {
  return options.find((option) => option === value) ?? fallback
}

function parsePreferences(value: unknown): Preferences {
  const stored: Partial<Record<keyof Preferences, unknown>> = typeof value === 'object' && value !== null ? value : {}
  return {
    theme: oneOf(['system', 'light', 'dark'], stored.theme, 'system'),
    density: oneOf(['comfortable', 'compact'], stored.density, 'comfortable'),
    hourCycle: oneOf(['12h', '24h', 'auto'], stored.hourCycle, 'auto'),
    shortcutsEnabled: stored.shortcutsEnabled !== false,
    csvDialect: oneOf(csvDialects, stored.csvDialect, 'comma'),
  }
}

export const preferences = {
  get: () => localStore.get(STORE_KEY, parsePreferences),
  set: (change: Partial<Preferences>) => localStore.set(STORE_KEY, { ...preferences.get(), ...change }),
  subscribe: (listener: () => void) => localStore.subscribe(STORE_KEY, listener),
}

export function usePreferences(): Preferences & { setPreferences: (change: Partial<Preferences>) => void } {
  const [value] = useLocalValue(STORE_KEY, parsePreferences)
  return { ...value, setPreferences: preferences.set }
}

/** Read once above all screens: each time of a long list would ask the browser's storage by itself. */
export const HourCycleContext = createContext<HourCycle>('auto')
