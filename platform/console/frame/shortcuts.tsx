import { useEffect, useRef, useSyncExternalStore } from 'react'
import { preferences } from '../theme/use-preferences'
import { matchShortcut, pressedKey, type Shortcut } from './keyboard/shortcut-keys'

/** 'overlay' shortcuts belong to a sheet or dialog; while one is open, those of the page beneath rest. */
type ShortcutScope = 'page' | 'overlay'

interface Registration {
  scope: ShortcutScope
  current: () => Shortcut[]
}

const SEQUENCE_MS = 1000
const SHEET = '[role="dialog"][data-overlay]'
const FLOATING = '.mantine-Modal-content, .mantine-Popover-dropdown'
let registrations: Registration[] = []
const listeners = new Set<() => void>()
let pending: { key: string; timer: ReturnType<typeof setTimeout> } | undefined

function changed(next: Registration[]) {
  registrations = next
  for (const listener of listeners) listener()
}

/** Seen before anyone answers the key: a menu that closes on Escape must not take the sheet beneath with it. */
let floatingOpen = false
function noteFloating() {
  // Fields keep their closed list in the page, not drawn.
  floatingOpen = [...document.querySelectorAll<HTMLElement>(FLOATING)].some(({ style }) => style.display !== 'none')
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type="checkbox"]):not([type="radio"]), textarea, select'))
  )
}

function candidates(event: KeyboardEvent): Shortcut[] {
  const overlayOpen = document.querySelector(SHEET) !== null
  const typing = isTyping(event.target)
  const enabled = preferences.get().shortcutsEnabled && !floatingOpen
  // The one registered last sits on top of the page, so it answers first.
  return registrations
    .toReversed()
    .filter((registration) => registration.scope === 'overlay' || !overlayOpen)
    .flatMap((registration) => registration.current())
    .filter((shortcut) => !shortcut.helpOnly)
    .filter((shortcut) => (typing ? shortcut.allowInInputs : true))
    .filter((shortcut) => enabled || shortcut.keys.startsWith('mod+'))
}

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || event.repeat) return
  const key = pressedKey(event)
  if (key === undefined) return
  const before = pending?.key
  if (pending) clearTimeout(pending.timer)
  pending = undefined
  const { exact, prefix } = matchShortcut(candidates(event), key, before)
  if (exact) {
    event.preventDefault()
    exact.run()
    return
  }
  if (prefix) {
    const timer = setTimeout(() => {
      pending = undefined
    }, SEQUENCE_MS)
    pending = { key, timer }
  }
}

/** Active while the component is mounted; off in inputs and when the person switched shortcuts off. */
export function useShortcuts(shortcuts: Shortcut[], scope: ShortcutScope = 'page') {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  useEffect(() => {
    if (registrations.length === 0) {
      // On the window and first in line: a dialog that closes on Escape is gone from the page before the document hears the key.
      window.addEventListener('keydown', noteFloating, { capture: true })
      document.addEventListener('keydown', onKeyDown)
    }
    const registration: Registration = { scope, current: () => latest.current }
    changed([...registrations, registration])
    return () => {
      changed(registrations.filter((other) => other !== registration))
      if (registrations.length > 0) return
      window.removeEventListener('keydown', noteFloating, { capture: true })
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [scope])
}

/** All shortcuts that are active now, for the help dialog. */
export function useActiveShortcuts(): Shortcut[] {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => registrations,
  )
  return current.flatMap((registration) => registration.current())
}
