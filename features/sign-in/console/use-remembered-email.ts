import { localStore } from '@quaff/platform/console/local-store'

const STORE_KEY = 'sign-in-email'

const parseEmail = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** Spec §3: a local entry holds the address used for email-link sign-in; it goes once the link has worked. */
export const rememberedEmail = {
  read: () => localStore.get(STORE_KEY, parseEmail),
  write: (email: string) => localStore.set(STORE_KEY, email),
  clear: () => localStore.remove(STORE_KEY),
}
