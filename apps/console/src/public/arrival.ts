import { tabStore } from '@quaff/platform/console/tab-store'

const key = 'affiliateCode'
const shape = /^[a-z0-9]{3,32}$/i

/** What a link put into the address of its page; undefined for anything that is no code. */
export function codeOfArrival({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | undefined {
  const name = pathname.replace(/\/$/, '') === '/affiliate' ? 'code' : 'via'
  const code = new URLSearchParams(search).get(name)
  return code !== null && shape.test(code) ? code.toUpperCase() : undefined
}

/** The code that this tab came with, for whatever is filled in later: `affiliateCode` of applications, forms and waitlists. */
export function rememberedCode(): string | undefined {
  const code = tabStore.get(key)
  return code !== undefined && shape.test(code) ? code : undefined
}

/**
 * Remembers the code of this visit and posts its click, once, when somebody looks at the page: a page that is fetched
 * ahead or opened in the background counts nothing until then (G37). The server decides whether it counts.
 */
export function noteArrival(page: Document = document): void {
  const code = codeOfArrival(page.location)
  if (code === undefined) return
  tabStore.set(key, code)
  const post = () => {
    if (page.visibilityState !== 'visible') return
    page.removeEventListener('visibilitychange', post)
    // Goes out even when the visitor leaves at once, with the session's cookie: owners do not count on their own links.
    navigator.sendBeacon('/api/affiliate-clicks', new Blob([JSON.stringify({ code })], { type: 'application/json' }))
  }
  page.addEventListener('visibilitychange', post)
  post()
}
