import { vi } from 'vitest'

/**
 * A history whose entries are all of this page: the one of the simulated browser opens another page to go back to one,
 * instead of telling the present one. Ends with `vi.restoreAllMocks()`.
 */
export function keepTabHistory(): { back(): void; length(): number } {
  let entries: unknown[] = [null]
  let at = 0
  vi.spyOn(window.history, 'state', 'get').mockImplementation(() => entries[at])
  vi.spyOn(window.history, 'pushState').mockImplementation((state: unknown) => {
    entries = [...entries.slice(0, at + 1), state]
    at += 1
  })
  const go = (steps = 0) => {
    const next = at + steps
    if (steps === 0 || next < 0 || next >= entries.length) return
    at = next
    setTimeout(() => window.dispatchEvent(new PopStateEvent('popstate', { state: entries[at] })))
  }
  vi.spyOn(window.history, 'go').mockImplementation(go)
  return { back: () => go(-1), length: () => entries.length }
}
