const keyPrefix = 'quaff.'
const memory = new Map<string, string>()

/** Lasts until the tab closes. Without working storage it lasts as long as the page. */
export const tabStore = {
  get(key: string): string | undefined {
    try {
      return window.sessionStorage.getItem(keyPrefix + key) ?? memory.get(key)
    } catch {
      return memory.get(key)
    }
  },
  set(key: string, value: string): void {
    try {
      window.sessionStorage.setItem(keyPrefix + key, value)
    } catch {
      memory.set(key, value)
    }
  },
  remove(key: string): void {
    memory.delete(key)
    try {
      window.sessionStorage.removeItem(keyPrefix + key)
    } catch {
      // Nothing was stored.
    }
  },
  removeAll(prefix: string): void {
    const keys = [...memory.keys()]
    try {
      const stored = Object.keys(window.sessionStorage).filter((key) => key.startsWith(keyPrefix))
      keys.push(...stored.map((key) => key.slice(keyPrefix.length)))
    } catch {
      // Nothing was stored.
    }
    for (const key of keys) if (key.startsWith(prefix)) tabStore.remove(key)
  },
}
