import { useEffect, useRef, useSyncExternalStore } from 'react'
import { preferences } from '../theme/use-preferences'
import type { Command } from './command'
import { matchShortcut, pressedKey, type Shortcut } from './shortcut-keys'

/** 'overlay' shortcuts belong to a sheet or dialog; while one is open, those of the page beneath rest. */
type ShortcutScope = 'page' | 'overlay'

interface Registration {
  scope: ShortcutScope
  current: () => readonly (Shortcut | Command)[]
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
function noteFloating(event: KeyboardEvent) {
  // Shortcuts of covered content are inactive. Fields and buttons of the dialog still work.
  if (document.querySelector('dialog[open]')) {
    const isOwn = isTyping(event.target) ? event.key !== 'Escape' : ['Enter', ' ', 'Tab'].includes(event.key)
    if (!isOwn || event.ctrlKey || event.metaKey || event.altKey) event.stopImmediatePropagation()
  }
  // Fields leave their closed list in the page, hidden.
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
    .filter(hasKeys)
    .filter((shortcut) => !shortcut.helpOnly)
    .filter((shortcut) => (typing ? shortcut.allowInInputs : true))
    .filter((shortcut) => enabled || shortcut.keys.startsWith('mod+'))
}

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.repeat) return
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

/** A command that may not run now has no shortcut. */
const hasKeys = <One extends Shortcut | Command>(one: One): one is One & { keys: string } =>
  one.keys !== undefined && !('disabledReason' in one && one.disabledReason !== undefined)

const isCommand = (one: Shortcut | Command): one is Command => 'id' in one && !one.helpOnly

/** Active while the component is mounted; off in inputs and when the person switched shortcuts off. */
export function useRegistered(read: Registration['current'], scope: ShortcutScope) {
  const latest = useRef(read)
  latest.current = read
  useEffect(() => {
    if (registrations.length === 0) {
      // Registered on the window in the capture phase: a dialog that closes on Escape has left the page before the
      // document receives the key.
      window.addEventListener('keydown', noteFloating, { capture: true })
      document.addEventListener('keydown', onKeyDown)
    }
    const registration: Registration = { scope, current: () => latest.current() }
    changed([...registrations, registration])
    return () => {
      changed(registrations.filter((other) => other !== registration))
      if (registrations.length > 0) return
      window.removeEventListener('keydown', noteFloating, { capture: true })
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [scope])
  useEffect(runAwaited)
}

/** Keys that only move about: the palette does not list them. */
export function useShortcuts(shortcuts: Shortcut[], scope?: ShortcutScope) {
  useRegistered(() => shortcuts, scope ?? 'page')
}

export function useCommands(commands: Command[], scope?: ShortcutScope) {
  useRegistered(() => commands, scope ?? 'page')
}

/** Returns the available commands, those of the open record first. */
export function activeCommands(): Command[] {
  const inOrder = [...registrations].sort((a, b) => Number(b.scope === 'overlay') - Number(a.scope === 'overlay'))
  return inOrder.flatMap((registration) => registration.current().filter(isCommand))
}

const AWAITED_MS = 10_000
let awaited: { id: string; of: string; timer: ReturnType<typeof setTimeout> } | undefined

/** Runs a command as soon as the page of the record offers it. Forgotten if the record does not open. */
export function runWhenOpen(id: string, of: string) {
  clearTimeout(awaited?.timer)
  awaited = { id, of, timer: setTimeout(() => (awaited = undefined), AWAITED_MS) }
  runAwaited()
}

function runAwaited() {
  const found =
    awaited && activeCommands().find(({ id, of, inRow }) => id === awaited?.id && of?.id === awaited.of && !inRow)
  if (!found) return
  clearTimeout(awaited?.timer)
  awaited = undefined
  if (found.disabledReason === undefined) found.run()
}

/** All keys that are active now, for the help dialog. */
export function useActiveShortcuts(): Shortcut[] {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => registrations,
  )
  return current.flatMap(({ scope, current: read }) =>
    read()
      .filter(hasKeys)
      .map((one) => ({ ...one, section: one.section ?? (scope === 'page' ? 'List' : 'Record') })),
  )
}
