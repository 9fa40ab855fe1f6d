import { useNavigate } from '@tanstack/react-router'
import { IconBell, IconKeyboard, IconMoon, IconSun } from '@tabler/icons-react'
import { IconButton } from '@quaff/platform/console/controls/button'
import type { NavEntry } from '@quaff/platform/console/frame/app-frame'
import { SearchTrigger } from '@quaff/platform/console/frame/shell/search-trigger'
import { useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import { usePreferences } from '@quaff/platform/console/theme/use-preferences'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useState } from 'react'
import { goShortcuts } from './go-shortcuts'

const loadPalette = () => import('./palette')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
// What waits is no part of the first screen.
const Bell = lazy(async () => ({ default: (await import('@quaff/features/notifications/console/bell-widget')).Bell }))
const quietAfterMs = 2_000
const ShortcutHelp = lazy(() =>
  import('@quaff/platform/console/frame/shortcut-help').then((module) => ({ default: module.ShortcutHelp })),
)

function ThemeSwitch() {
  const { theme, setPreferences } = usePreferences()
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)', false, { getInitialValueInEffect: false })
  const dark = theme === 'dark' || (theme === 'system' && systemDark)
  return (
    <IconButton
      icon={dark ? IconSun : IconMoon}
      iconSize={18}
      label={dark ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={() => setPreferences({ theme: dark ? 'light' : 'dark' })}
    />
  )
}

/** The bell is drawn at once; pressed before its list is there, it opens with it. */
function BellPlace() {
  const [asked, setAsked] = useState(false)
  const soon = <IconButton icon={IconBell} iconSize={18} label="Notifications" onClick={() => setAsked(true)} />
  return (
    <Suspense fallback={soon}>
      <Bell startOpened={asked} />
    </Suspense>
  )
}

type Overlay = 'palette' | 'help' | null

export function TopBarActions({ navigation }: { navigation: NavEntry[] }) {
  const navigate = useNavigate()
  const [overlay, setOverlay] = useState<Overlay>(null)
  const close = () => setOverlay(null)
  useEffect(() => {
    // What is typed right after Ctrl+K must find the palette there.
    const timer = setTimeout(() => void loadPalette(), quietAfterMs)
    return () => clearTimeout(timer)
  }, [])
  useShortcuts([
    {
      keys: 'mod+k',
      label: 'Search or jump to…',
      section: 'Everywhere',
      run: () => setOverlay('palette'),
      allowInInputs: true,
    },
    { keys: '?', label: 'Keyboard shortcuts', section: 'Everywhere', run: () => setOverlay('help') },
    ...goShortcuts.map(({ key, label, to }) => ({
      keys: `g ${key}`,
      label,
      section: 'Go to',
      run: () => void navigate({ to }),
    })),
  ])

  return (
    <>
      <SearchTrigger onOpen={() => setOverlay('palette')} />
      <IconButton
        className="q-not-phone"
        icon={IconKeyboard}
        iconSize={18}
        label="Keyboard shortcuts"
        onClick={() => setOverlay('help')}
      />
      <ThemeSwitch />
      <BellPlace />
      <Suspense fallback={null}>
        {overlay === 'palette' && <Palette navigation={navigation} onClose={close} />}
        {overlay === 'help' && <ShortcutHelp opened onClose={close} />}
      </Suspense>
    </>
  )
}
