import '@fontsource-variable/inter/wght.css'
import './tokens.css'
import './base.css'
import './mantine.css'
import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorSchemeManager,
  type MantineColorsTuple,
  MantineProvider,
  type ComboboxItem,
  isOptionsGroup,
  type OptionsFilter,
} from '@mantine/core'
import { type ReactNode, useLayoutEffect } from 'react'
import { searchMatcher } from '@quaff/platform/shared/search-text'
import { managed, unmanaged } from '../controls/autofill'
import { mainLandmark } from '../controls/popover'
import { ToastHost } from '../frame/notify'
import { MissingPartsHost } from '../missing-code'
import { HourCycleContext, preferences, type ThemePreference, usePreferences } from './use-preferences'

const schemeOf = { system: 'auto', light: 'light', dark: 'dark' } as const satisfies Record<ThemePreference, string>
const themeOf = { auto: 'system', light: 'light', dark: 'dark' } as const

function createSchemeManager(): MantineColorSchemeManager {
  let stop: (() => void) | undefined
  return {
    get: () => schemeOf[preferences.get().theme],
    set: (scheme) => {
      // The library reports every change that it receives; writing back an equal value would loop forever.
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

type ScaleName = 'sand' | 'night' | 'bottle' | 'brick'

/** The shades live in tokens.css only; the theme points at them. */
function scale(name: ScaleName): MantineColorsTuple {
  const shade = (step: number) => `var(--${name}-${step})`
  return [shade(0), shade(1), shade(2), shade(3), shade(4), shade(5), shade(6), shade(7), shade(8), shade(9)]
}

const font = 'var(--font)'

/** Read with every drawing: the theme is made before there is a page. */
const listOfChoices = () => ({
  comboboxProps: { shadow: 'md', portalProps: { target: mainLandmark() } },
  withScrollArea: false,
  filter: filterOptions,
  // Enter picks the first match.
  selectFirstOptionOnChange: true,
  // Its arrow is a picture without a name.
  rightSectionProps: { 'aria-hidden': true },
})

/** The list itself scrolls, as its field's keys expect; a frame inside it would have to be reachable by itself. */
const scrollingList = { options: { maxHeight: 220, overflowY: 'auto' } } as const

const theme = createTheme({
  colors: {
    gray: scale('sand'),
    dark: scale('night'),
    bottle: scale('bottle'),
    brick: scale('brick'),
    green: scale('bottle'),
    teal: scale('bottle'),
    yellow: scale('bottle'),
    orange: scale('bottle'),
    red: scale('brick'),
    blue: scale('bottle'),
  },
  primaryColor: 'bottle',
  primaryShade: { light: 7, dark: 4 },
  fontFamily: font,
  headings: { fontFamily: font, fontWeight: '600' },
  fontSizes: { xs: 'var(--fs-12)', sm: 'var(--fs-14)', md: 'var(--fs-14)', lg: 'var(--fs-16)', xl: 'var(--fs-24)' },
  lineHeights: { xs: 'var(--lh-12)', sm: 'var(--lh-14)', md: 'var(--lh-14)', lg: 'var(--lh-16)', xl: 'var(--lh-24)' },
  radius: { xs: 'var(--r-xs)', sm: 'var(--r-sm)', md: 'var(--r-md)', lg: 'var(--r-lg)', xl: 'var(--r-xl)' },
  defaultRadius: 'md',
  spacing: { xs: 'var(--s-2)', sm: 'var(--s-3)', md: 'var(--s-4)', lg: 'var(--s-5)', xl: 'var(--s-6)' },
  shadows: { xs: 'none', sm: 'none', md: 'var(--shadow-pop)', lg: 'var(--shadow-pop)', xl: 'var(--shadow-sheet)' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Input: { defaultProps: { size: 'sm', ...unmanaged } },
    PillsInputField: { defaultProps: unmanaged },
    PasswordInput: { defaultProps: managed('current-password') },
    InputWrapper: { defaultProps: { size: 'sm', inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Switch: { defaultProps: { size: 'sm', withThumbIndicator: false } },
    Checkbox: { defaultProps: { size: 'sm' } },
    Select: {
      defaultProps: () => ({ ...listOfChoices(), allowDeselect: false, checkIconPosition: 'right' }),
      styles: scrollingList,
    },
    MultiSelect: { defaultProps: () => ({ ...listOfChoices(), checkIconPosition: 'right' }), styles: scrollingList },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 } } },
    // Hiding the page's scroll bar makes the browser recompute all styles, on opening and on closing.
    ModalRoot: {
      defaultProps: {
        transitionProps: { duration: 160, transition: 'fade' },
        removeScrollProps: { removeScrollBar: false },
      },
    },
  },
})

const semantic = {
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-3)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-error': 'var(--danger-fg)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-btn)',
  '--mantine-color-disabled': 'var(--neutral-bg)',
  '--mantine-color-disabled-color': 'var(--ink-3)',
  '--mantine-color-disabled-border': 'var(--line-btn)',
  '--mantine-primary-color-filled': 'var(--primary)',
  '--mantine-primary-color-filled-hover': 'var(--primary-hover)',
  '--mantine-primary-color-contrast': 'var(--on-primary)',
}

const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--mantine-line-height': 'var(--lh-14)' },
  light: semantic,
  dark: semantic,
})

/** Filters the options of a searchable field by the rules of the lists' search. */
const filterOptions: OptionsFilter = ({ options, search }) => {
  const matches = searchMatcher(search)
  const isFound = ({ label }: ComboboxItem) => matches(label)
  return options
    .map((option) => (isOptionsGroup(option) ? { ...option, items: option.items.filter(isFound) } : option))
    .filter((option) => isOptionsGroup(option) || isFound(option))
}
