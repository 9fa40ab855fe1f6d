import { tabStore } from '@quaff/platform/console/tab-store'

const storeKey = 'invitation'

/**
 * Stores the token of an invitation that its holder accepts after signing in. It stays in the tab, so that no URL
 * contains it.
 */
export const keptInvitation = {
  read: () => tabStore.get(storeKey) ?? null,
  keep: (token: string) => tabStore.set(storeKey, token),
  clear: () => tabStore.remove(storeKey),
}
