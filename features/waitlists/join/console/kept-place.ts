import { localStore } from '@quaff/platform/console/local-store'

const keyOf = (slug: string) => `waitlist-place.${slug}`

/** Opens the own place again in the browser in which somebody joined; holds no name and no address. */
export const keptPlace = {
  read: (slug: string): string | undefined =>
    localStore.get(keyOf(slug), (kept) => (typeof kept === 'string' ? kept : undefined)) ?? undefined,
  keep: (slug: string, token: string) => localStore.set(keyOf(slug), token),
  clear: (slug: string) => localStore.remove(keyOf(slug)),
}
