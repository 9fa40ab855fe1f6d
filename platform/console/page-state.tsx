import { useSyncExternalStore } from 'react'

export interface PageState<T> {
  read(): T
  write(next: T): void
  subscribe(listener: () => void): () => void
}

const forgetting = new Set<() => void>()

/**
 * What the page remembers outside of anything drawn, until it is left. Values of this kind are kept by this function
 * alone, so that each test begins with all of them as they are on a new page.
 */
export function pageState<T>(begin: () => T): PageState<T> {
  let value = begin()
  const listeners = new Set<() => void>()
  const write = (next: T) => {
    if (Object.is(next, value)) return
    value = next
    for (const listener of listeners) listener()
  }
  forgetting.add(() => write(begin()))
  return {
    read: () => value,
    write,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function usePageState<T>({ subscribe, read }: PageState<T>): T {
  return useSyncExternalStore(subscribe, read)
}

/** As if the page had just been opened. */
export function forgetPage(): void {
  for (const forget of forgetting) forget()
}
