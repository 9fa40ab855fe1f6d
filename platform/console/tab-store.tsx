import { pageState } from './page-state'

const keyPrefix = 'quaff.'
const memory = pageState(() => new Map<string, string>())

/** Kept until the tab is closed; where storage is switched off or full, as long as the page. */
export const tabStore = {
  get(key: string): string | undefined {
    try {
      return window.sessionStorage.getItem(keyPrefix + key) ?? memory.read().get(key)
    } catch {
      return memory.read().get(key)
    }
  },
  set(key: string, value: string): void {
    try {
      window.sessionStorage.setItem(keyPrefix + key, value)
    } catch {
      memory.read().set(key, value)
    }
  },
  remove(key: string): void {
    memory.read().delete(key)
    try {
      window.sessionStorage.removeItem(keyPrefix + key)
    } catch {
      // Nothing was kept there.
    }
  },
}
