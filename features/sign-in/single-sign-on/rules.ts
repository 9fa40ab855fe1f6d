import type { ReasonIn } from '@quaff/platform/shared/refusal'
import { decideEntry, decideLinkSignIn, type LinkVerdict } from '../rules'
import { secondStepMark, singleSignOnLimits, singleSignOnPaths } from './contract'
import type { singleSignOnRefusals } from './refusals'

type Account = Parameters<typeof decideLinkSignIn>[0]
type Links = { isNew: boolean }

export type SingleSignOnVerdict =
  | (Extract<LinkVerdict, { ok: true }> & Links)
  | Extract<LinkVerdict, { ok: false }>
  | {
      ok: false
      reason: Extract<ReasonIn<typeof singleSignOnRefusals>, 'NO_ACCOUNT' | 'EMAIL_NOT_VERIFIED' | 'OTHER_LINK'>
    }

/**
 * Decides a single sign-on, which creates no account and changes no role. An existing link ignores the provider's
 * current address; the first needs an address verified by the provider and acts like an emailed link.
 */
export function decideSingleSignOn(details: {
  /** Found by the link, else by the address. */
  account: Account | null
  /** True if the provider has verified the account's address. */
  isVerified: boolean
  provesEmail: boolean
  /** Identity that the account is linked with at this provider. */
  linkedWith: string | null
  subject: string
}): SingleSignOnVerdict {
  const { account, isVerified, provesEmail, linkedWith, subject } = details
  if (!account) return { ok: false, reason: isVerified ? 'NO_ACCOUNT' : 'EMAIL_NOT_VERIFIED' }
  if (linkedWith !== null && linkedWith !== subject) return { ok: false, reason: 'OTHER_LINK' }
  if (linkedWith === null && !provesEmail) return { ok: false, reason: 'EMAIL_NOT_VERIFIED' }
  const isNew = linkedWith === null
  if (provesEmail) {
    const verdict = decideLinkSignIn(account)
    return verdict.ok ? { ...verdict, isNew } : verdict
  }
  const entry = decideEntry(account)
  return entry.ok ? { ok: true, activates: false, requiresPasswordSetup: false, isNew } : entry
}

/** True if users of this address must use the provider. Subdomains are separate domains. */
export function isProviderRequired(email: string, domains: readonly string[]): boolean {
  return domains.includes(email.slice(email.lastIndexOf('@') + 1))
}

/** Drops return paths that cannot be stored. The console validates the target after the sign-in (G6). */
export function readFrom(from: string | undefined): string | null {
  return from?.startsWith('/') && from.length <= singleSignOnLimits.fromLength ? from : null
}

/** The sign-in page has a message for each reason. */
export const whyOf = (reason: string) => reason.toLowerCase().replaceAll('_', '-')

/** Final address of an attempt: the sign-in page, which sends users with a session to `from`. */
export function loginAddress(outcome: { from: string | null; why?: string; challenge?: string }): string {
  const { from, why, challenge } = outcome
  const search = Object.entries({ from, why }).flatMap(([name, value]) =>
    value ? [`${name}=${encodeURIComponent(value)}`] : [],
  )
  const query = search.length > 0 ? `?${search.join('&')}` : ''
  return `${singleSignOnPaths.login}${query}${challenge === undefined ? '' : `#${secondStepMark}${challenge}`}`
}

/** The challenge of a second step, out of the fragment of the sign-in page's address. */
export function readSecondStep(fragment: string): string | null {
  const [, challenge = null] = new RegExp(`^#?${secondStepMark}([\\w-]{20,128})$`).exec(fragment) ?? []
  return challenge
}
