import { cleanNotifications, cleanNotificationsQueue } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import React from 'react'
import { afterEach, vi } from 'vitest'

configure({
  // The first render of a file waits for its modules too, on a busy machine for more than five seconds.
  asyncUtilTimeout: 20_000,
  // While something is waited for, each try would print the whole page.
  getElementError: (message) => Object.assign(new Error(message ?? undefined), { name: 'TestingLibraryElementError' }),
})

// React adds a stack to each element for its warnings. Without stacks the tests run a tenth faster.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {}, configurable: true })

// No style sheet is loaded here, so the inline style is complete. Computing all theme rules for each queried element
// took a seventh of the CPU time.
Object.defineProperty(window, 'getComputedStyle', {
  value: ({ style }: HTMLElement) => style,
  configurable: true,
  writable: true,
})

const home = 'http://localhost:3000/'
const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } }

// The test files of a worker share one page and the packages. Our own modules have state, so they are reset.
vi.resetModules()

/** Each test leaves the page as it was found. */
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  cleanNotifications()
  cleanNotificationsQueue()
  window.localStorage.clear()
  window.sessionStorage.clear()
  happyDOM.setURL(home)
  document.body.replaceChildren()
})
