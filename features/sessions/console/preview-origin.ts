import { localStore } from '@quaff/platform/console/local-store'

const STORE_KEY = 'preview-origin'

/** A path of our own: anything else than what this console wrote is dropped. */
function parseOrigin(value: unknown): string | null {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : null
}

/** The page on which a preview was started, for the return. */
export const previewOrigin = {
  keep: (address: string) => localStore.set(STORE_KEY, address),
  take: (): string | null => {
    const origin = localStore.get(STORE_KEY, parseOrigin)
    localStore.remove(STORE_KEY)
    return origin
  },
}
