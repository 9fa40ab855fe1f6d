import { tabStore } from '@quaff/platform/console/tab-store'

const storeKey = 'registration'

/** An address a code was mailed to; `token` once the code was entered. */
export type EmailVerification = { email: string; token?: string }

/** Kept in the tab, so that a reload neither asks for another code nor loses the confirmed one. */
export const keptVerification = {
  read(): EmailVerification | null {
    try {
      const kept: unknown = JSON.parse(tabStore.get(storeKey) ?? 'null')
      if (typeof kept !== 'object' || kept === null || !('email' in kept) || typeof kept.email !== 'string') return null
      const hasToken = 'token' in kept && typeof kept.token === 'string'
      return { email: kept.email, ...(hasToken && { token: String(kept.token) }) }
    } catch {
      return null
    }
  },
  keep: (verification: EmailVerification) => tabStore.set(storeKey, JSON.stringify(verification)),
  clear: () => tabStore.remove(storeKey),
}
