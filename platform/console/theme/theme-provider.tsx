import '@fontsource-variable/inter/wght.css'
import './tokens.css'
import './base.css'
import './mantine.css'
import { MantineProvider, type MantineColorSchemeManager } from '@mantine/core'
import { useLayoutEffect, type ReactNode } from 'react'
import { MissingPartsHost } from '../code/missing-notice'
import { ToastHost } from '../frame/toast-host'
import { cssVariablesResolver, theme } from './theme'
import { HourCycleContext, preferences, usePreferences, type ThemePreference } from './use-preferences'

const schemeOf = { system: 'auto', light: 'light', dark: 'dark' } as const satisfies Record<ThemePreference, string>
const themeOf = { auto: 'system', light: 'light', dark: 'dark' } as const

function createSchemeManager(): MantineColorSchemeManager {
  let stop: (() => void) | undefined
  return {
    get: () => schemeOf[preferences.get().theme],
    set: (scheme) => {
      // Every preference that changes is told to the library, which writes back what it is told: without end, if taken.
      if (themeOf[scheme] !== preferences.get().theme) preferences.set({ theme: themeOf[scheme] })
    },
    subscribe: (onUpdate) => {
      stop = preferences.subscribe(() => onUpdate(schemeOf[preferences.get().theme]))
    },
    unsubscribe: () => stop?.(),
    clear: () => preferences.set({ theme: 'system' }),
  }
}

const schemeManager = createSchemeManager()

export function ThemeProvider({ children }: { children: ReactNode }) {
  const { theme: themePreference, density, hourCycle } = usePreferences()
  useLayoutEffect(() => {
    const root = document.documentElement
    if (themePreference === 'system') root.removeAttribute('data-theme')
    else root.dataset.theme = themePreference
    root.dataset.density = density
  }, [themePreference, density])

  // All variables come from here, so Mantine's own list of defaults need not be downloaded.
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      deduplicateCssVariables={false}
      defaultColorScheme="auto"
      colorSchemeManager={schemeManager}
    >
      <HourCycleContext value={hourCycle}>{children}</HourCycleContext>
      <ToastHost />
      <MissingPartsHost />
    </MantineProvider>
  )
}
