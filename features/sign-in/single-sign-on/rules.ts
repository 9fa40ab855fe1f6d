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
 * What the provider's word does here. It creates nobody and changes no role. A link that was made counts whatever the
 * address at the provider is by now; the first one takes an address that the provider vouches for, and does what a mailed link does.
 */
export function decideSingleSignOn(facts: {
  /** Found by the link, else by the address. */
  account: Account | null
  /** The provider vouches for an address; and it is the account's. */
  isVerified: boolean
  provesMailbox: boolean
  /** Whom the account is linked with at this provider. */
  linkedWith: string | null
  subject: string
}): SingleSignOnVerdict {
  const { account, isVerified, provesMailbox, linkedWith, subject } = facts
  if (!account) return { ok: false, reason: isVerified ? 'NO_ACCOUNT' : 'EMAIL_NOT_VERIFIED' }
  if (linkedWith !== null && linkedWith !== subject) return { ok: false, reason: 'OTHER_LINK' }
  if (linkedWith === null && !provesMailbox) return { ok: false, reason: 'EMAIL_NOT_VERIFIED' }
  const isNew = linkedWith === null
  if (provesMailbox) {
    const verdict = decideLinkSignIn(account)
    return verdict.ok ? { ...verdict, isNew } : verdict
  }
  const entry = decideEntry(account)
  return entry.ok ? { ok: true, activates: false, requiresPasswordSetup: false, isNew } : entry
}

/** Whether people of this address come in by no other way. A domain below one that is named is another one. */
export function isProviderRequired(email: string, domains: readonly string[]): boolean {
  return domains.includes(email.slice(email.lastIndexOf('@') + 1))
}

/** The console judges where it leads when somebody is signed in (G6); here only what cannot be kept is dropped. */
export function readFrom(from: string | undefined): string | null {
  return from?.startsWith('/') && from.length <= singleSignOnLimits.fromLength ? from : null
}

/** As the sign-in page reads it: words of its own for each reason. */
export const whyOf = (reason: string) => reason.toLowerCase().replaceAll('_', '-')

/** Where an attempt ends, in any case: the sign-in page, which lets whoever has a session by now go on to `from`. */
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
