import { tabStore } from '@quaff/platform/console/tab-store'

const storeKey = 'invitation'

/** The token of an invitation that its holder accepts after signing in. Kept in the tab, so that no address carries it. */
export const keptInvitation = {
  read: () => tabStore.get(storeKey) ?? null,
  keep: (token: string) => tabStore.set(storeKey, token),
  clear: () => tabStore.remove(storeKey),
}
