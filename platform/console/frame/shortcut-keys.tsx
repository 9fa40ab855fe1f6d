export interface Shortcut {
  /** 'mod+k' (Ctrl, or Cmd on a Mac), 'g d' (one after the other), '?', '/', 'arrowleft' … */
  keys: string
  label: string
  /** Heading in the help dialog; "List" or "Record" when left out. */
  section?: string
  run: () => void
  allowInInputs?: boolean
  /** Listed in the help but handled by the element itself. */
  helpOnly?: boolean
}

const MODIFIERS = new Set(['Control', 'Meta', 'Shift', 'Alt'])

/** 'k', 'mod+k', 'shift+x', '?'; undefined for a modifier alone. Shift is named only where it makes no other character. */
export function pressedKey(event: KeyboardEvent): string | undefined {
  if (MODIFIERS.has(event.key)) return undefined
  const key = event.key.toLowerCase()
  const shifted = event.shiftKey && (/^[a-z]$/.test(key) || key.length > 1)
  return [event.metaKey || event.ctrlKey ? 'mod+' : '', event.altKey ? 'alt+' : '', shifted ? 'shift+' : '', key].join(
    '',
  )
}

/** The shortcut just completed, or whether the key may begin a sequence such as 'g d'. */
export function matchShortcut(
  shortcuts: Shortcut[],
  key: string,
  before: string | undefined,
): { exact?: Shortcut; prefix: boolean } {
  const sequence = before === undefined ? undefined : shortcuts.find((shortcut) => shortcut.keys === `${before} ${key}`)
  const exact = sequence ?? shortcuts.find((shortcut) => shortcut.keys === key)
  return { exact, prefix: shortcuts.some((shortcut) => shortcut.keys.startsWith(`${key} `)) }
}

/** Returns the keys as shown to the user: "Ctrl K", "G D". */
export function shownKeys(keys: string): string[] {
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
  const names: Record<string, string> = {
    mod: isMac ? '⌘' : 'Ctrl',
    arrowleft: '←',
    arrowright: '→',
    arrowup: '↑',
    arrowdown: '↓',
    escape: 'Esc',
    enter: 'Enter',
    shift: 'Shift',
    alt: 'Alt',
  }
  return keys.split(/[ +]/).map((part) => names[part] ?? part.toUpperCase())
}
