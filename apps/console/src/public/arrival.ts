import { tabStore } from '@quaff/platform/console/tab-store'

const key = 'affiliateCode'
const shape = /^[a-z0-9]{3,32}$/i

export function codeOfArrival({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | undefined {
  const name = pathname.replace(/\/$/, '') === '/affiliate' ? 'code' : 'via'
  const code = new URLSearchParams(search).get(name)
  return code !== null && shape.test(code) ? code.toUpperCase() : undefined
}

/** Returns the affiliate code of this tab's visit, for later applications, forms and waitlists (`affiliateCode`). */
export function rememberedCode(): string | undefined {
  const code = tabStore.get(key)
  return code !== undefined && shape.test(code) ? code : undefined
}

/**
 * Remembers the code of this visit and reports one click when the page becomes visible: prefetched and background
 * pages count nothing (G37). The server decides whether it counts.
 */
export function noteArrival(page: Document = document): void {
  const code = codeOfArrival(page.location)
  if (code === undefined) return
  tabStore.set(key, code)
  const post = () => {
    if (page.visibilityState !== 'visible') return
    page.removeEventListener('visibilitychange', post)
    // Also sent if the visitor leaves immediately. Includes the session cookie, because owners' clicks on their own
    // links do not count.
    navigator.sendBeacon('/api/affiliate-clicks', new Blob([JSON.stringify({ code })], { type: 'application/json' }))
  }
  page.addEventListener('visibilitychange', post)
  post()
}
