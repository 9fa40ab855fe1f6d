import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { tabStore } from '@quaff/platform/console/tab-store'

/**
 * Names what is sent: sent again unchanged, after a broken connection or a reload, it makes nothing new. Changed answers
 * get another key, or the first ones would stand in their place.
 */
export const filledKey = {
  of: (slug: string, content: string): string => {
    const [key, kept] = readKept(slug)
    if (key !== undefined && kept === content) return key
    const made = newRequestKey()
    tabStore.set(keyOf(slug), JSON.stringify([made, content]))
    return made
  },
  clear: (slug: string) => tabStore.remove(keyOf(slug)),
}

function readKept(slug: string): [key?: string, content?: string] {
  try {
    const kept: unknown = JSON.parse(tabStore.get(keyOf(slug)) ?? '[]')
    if (!Array.isArray(kept)) return []
    const [key, content]: unknown[] = kept
    return typeof key === 'string' && typeof content === 'string' ? [key, content] : []
  } catch {
    return []
  }
}

const keyOf = (slug: string) => `form.${slug}.key`
