import { useMediaQuery } from '@mantine/hooks'
import { IconKeyboard, IconMoon, IconSun } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState, type ComponentProps } from 'react'
import { Bell } from '@quaff/features/notifications/console/bell-widget'
import { IconButton } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { useIdlePreload } from '@quaff/platform/console/controls/use-idle-preload'
import type { NavEntry } from '@quaff/platform/console/frame/app-frame'
import type { Command } from '@quaff/platform/console/frame/command'
import { SearchTrigger } from '@quaff/platform/console/frame/search-trigger'
import { activeCommands, useCommands, useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import { usePreferences } from '@quaff/platform/console/theme/use-preferences'
import { decideAccess, isOffered } from '../route-access'
import { useAccessFacts } from '../use-access-facts'
import { goShortcuts } from './go-shortcuts'

type SoonProps = ComponentProps<typeof import('./palette').Palette> & { onType: (typed: string) => void }

// What is typed right after Ctrl+K must find the palette there, or its place.
const Palette = deferred<SoonProps>(async () => (await import('./palette')).Palette, PaletteSoon)
const ShortcutHelp = deferred(async () => (await import('@quaff/platform/console/frame/shortcut-help')).ShortcutHelp)

const theme = { id: 'theme.switch', words: 'theme mode appearance', section: 'Everywhere' }

function ThemeSwitch() {
  const { theme: chosen, setPreferences } = usePreferences()
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)', false, { getInitialValueInEffect: false })
  const dark = chosen === 'dark' || (chosen === 'system' && systemDark)
  const icon = dark ? IconSun : IconMoon
  const label = dark ? 'Switch to light theme' : 'Switch to dark theme'
  const run = () => setPreferences({ theme: dark ? 'light' : 'dark' })
  useCommands([{ ...theme, icon, label, run }])
  return <IconButton icon={icon} iconSize={18} label={label} onClick={run} />
}

/** Keeps what is typed until the palette is there, and has the focus so long. */
function PaletteSoon({ typed, onType, onClose }: SoonProps) {
  const fieldRef = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    fieldRef.current?.focus()
    // The palette gives the focus back to what has it when it opens.
    return () => (before instanceof HTMLElement ? before.focus() : undefined)
  }, [])
  return (
    <input
      ref={fieldRef}
      className="q-hidden"
      aria-label="Search or jump to…"
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    />
  )
}

type Overlay = 'palette' | 'help' | null

export function TopBarActions({ navigation }: { navigation: NavEntry[] }) {
  const navigate = useNavigate()
  // Its first result stands there within a tenth of a second only where the code is.
  useIdlePreload(Palette)
  const [overlay, setOverlay] = useState<Overlay>(null)
  const [typed, setTyped] = useState('')
  const close = () => setOverlay(null)
  const [active, setActive] = useState<Command[]>([])
  const openPalette = () => {
    // Now, while the row that is meant still has the focus.
    setActive(activeCommands())
    setTyped('')
    setOverlay('palette')
  }
  // Over an open record too: its commands are what the palette lists first.
  useShortcuts(
    [{ keys: 'mod+k', label: 'Search or jump to…', section: 'Everywhere', run: openPalette, allowInInputs: true }],
    'overlay',
  )
  const help = { label: 'Keyboard shortcuts', icon: IconKeyboard, run: () => setOverlay('help') }
  useCommands([{ ...help, id: 'help.keys', keys: '?', section: 'Everywhere' }])
  const facts = useAccessFacts()
  useShortcuts(
    goShortcuts
      .filter(({ to }) => isOffered(decideAccess(to, facts)))
      .map(({ key, label, to }) => ({ keys: `g ${key}`, label, section: 'Go to', run: () => void navigate({ to }) })),
  )

  return (
    <>
      <SearchTrigger onOpen={openPalette} onIntent={Palette.preload} />
      <IconButton className="q-not-phone" icon={help.icon} iconSize={18} label={help.label} onClick={help.run} />
      <ThemeSwitch />
      <Bell />
      {overlay === 'palette' && (
        <Palette navigation={navigation} active={active} onClose={close} typed={typed} onType={setTyped} />
      )}
      {overlay === 'help' && <ShortcutHelp opened onClose={close} />}
    </>
  )
}
