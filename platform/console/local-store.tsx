import { useCallback, useMemo, useSyncExternalStore } from 'react'

const KEY_PREFIX = 'quaff.'
const memory = new Map<string, string>()
const listeners = new Map<string, Set<() => void>>()

/** Storage may be switched off or full; the value then lives as long as the page. */
function readRaw(key: string): string | undefined {
  try {
    return window.localStorage.getItem(KEY_PREFIX + key) ?? memory.get(key)
  } catch {
    return memory.get(key)
  }
}

function writeRaw(key: string, value: string | undefined) {
  try {
    if (value === undefined) window.localStorage.removeItem(KEY_PREFIX + key)
    else window.localStorage.setItem(KEY_PREFIX + key, value)
    memory.delete(key)
  } catch {
    if (value === undefined) memory.delete(key)
    else memory.set(key, value)
  }
  notify(key)
}

function storedKeys(): string[] {
  try {
    const stored = Object.keys(window.localStorage).filter((key) => key.startsWith(KEY_PREFIX))
    return [...stored.map((key) => key.slice(KEY_PREFIX.length)), ...memory.keys()]
  } catch {
    return [...memory.keys()]
  }
}

function notify(key: string) {
  for (const listener of listeners.get(key) ?? []) listener()
}

function parseRaw<T>(raw: string | undefined, parse: (value: unknown) => T): T {
  if (raw === undefined) return parse(undefined)
  try {
    return parse(JSON.parse(raw))
  } catch {
    return parse(undefined)
  }
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === null) for (const key of listeners.keys()) notify(key)
    else if (event.key.startsWith(KEY_PREFIX)) notify(event.key.slice(KEY_PREFIX.length))
  })
}

export const localStore = {
  /** `parse` receives `undefined` when nothing readable is stored, and decides the default. */
  get<T>(key: string, parse: (value: unknown) => T): T {
    return parseRaw(readRaw(key), parse)
  },
  set(key: string, value: unknown) {
    writeRaw(key, JSON.stringify(value))
  },
  remove(key: string) {
    writeRaw(key, undefined)
  },
  /** Removes every entry of this console whose key `isKept` does not name. */
  removeAllBut(isKept: (key: string) => boolean) {
    for (const key of storedKeys()) if (!isKept(key)) writeRaw(key, undefined)
  },
  subscribe(key: string, listener: () => void): () => void {
    const own = listeners.get(key) ?? new Set()
    own.add(listener)
    listeners.set(key, own)
    return () => own.delete(listener)
  },
}

/** Returns false if the browser does not persist storage; users can switch it off. */
export function canStore(): boolean {
  try {
    window.localStorage.setItem(KEY_PREFIX, '')
    window.localStorage.removeItem(KEY_PREFIX)
    return true
  } catch {
    return false
  }
}

/** `parse` must be a stable function (declared outside the component). */
export function useLocalValue<T>(key: string, parse: (value: unknown) => T): [T, (next: T) => void] {
  const subscribe = useCallback((listener: () => void) => localStore.subscribe(key, listener), [key])
  const raw = useSyncExternalStore(subscribe, () => readRaw(key))
  const value = useMemo(() => parseRaw(raw, parse), [raw, parse])
  const setValue = useCallback((next: T) => localStore.set(key, next), [key])
  return [value, setValue]
}
