import { mayEnterConsole } from '@quaff/features/accounts/rules'
import type { ReasonIn, Verdict } from '@quaff/platform/shared/refusal'
import { signInLimits, type UserExistence } from './contract'
import type { entryRefusals, invitationRefusals } from './refusals'

type EntryRefusal = ReasonIn<typeof entryRefusals>

const refusedStatuses: Record<string, EntryRefusal> = {
  suspended: 'SUSPENDED',
  rejected: 'REJECTED',
  pending_approval: 'AWAITING_APPROVAL',
  pending: 'NOT_ACTIVATED',
}

/** Decides who gets a session after proof of identity: active, with a role that may enter (G9, G19). */
export function decideEntry(account: { status: string; role: string | null }): Verdict<EntryRefusal> {
  const refusal = refusedStatuses[account.status]
  if (refusal) return { ok: false, reason: refusal }
  if (account.status !== 'active' || !mayEnterConsole(account.role)) return { ok: false, reason: 'ACCESS_DENIED' }
  return { ok: true }
}

export type LinkVerdict =
  | { ok: true; activates: false; requiresPasswordSetup: false }
  | { ok: true; activates: true; requiresPasswordSetup: boolean }
  | { ok: false; reason: EntryRefusal }

/** Effect of a verified email: only an invited `pending` account becomes active, with the invitation's role (G19). */
export function decideLinkSignIn(account: {
  status: string
  role: string | null
  invitation: { role: string; used: boolean; requiresPasswordSetup: boolean } | null
}): LinkVerdict {
  const { status, role, invitation } = account
  if (status === 'pending' && invitation && !invitation.used) {
    if (!mayEnterConsole(invitation.role)) return { ok: false, reason: 'ACCESS_DENIED' }
    return { ok: true, activates: true, requiresPasswordSetup: invitation.requiresPasswordSetup }
  }
  const entry = decideEntry({ status, role })
  return entry.ok ? { ok: true, activates: false, requiresPasswordSetup: false } : entry
}

/** Returns true if a sign-in link may be emailed to the account. */
export function mayReceiveLink(account: Parameters<typeof decideLinkSignIn>[0]): boolean {
  return decideLinkSignIn(account).ok
}

/** The checks of spec §5 in their order; a blank new password keeps the current one. */
export function checkPasswordChange(input: {
  currentPassword: string
  newPassword: string
  confirmPassword: string
}): { ok: true; changes: boolean } | { ok: false; reason: 'CURRENT_REQUIRED' | 'DIFFER' | 'TOO_SHORT' } {
  if (input.newPassword === '' && input.confirmPassword === '') return { ok: true, changes: false }
  if (input.currentPassword === '') return { ok: false, reason: 'CURRENT_REQUIRED' }
  if (input.newPassword !== input.confirmPassword) return { ok: false, reason: 'DIFFER' }
  if (input.newPassword.length < signInLimits.profilePasswordMin) return { ok: false, reason: 'TOO_SHORT' }
  return { ok: true, changes: true }
}

/** `common` holds lower-case passwords. */
export function isCommonPassword(common: ReadonlySet<string>, password: string): boolean {
  return common.has(password.normalize('NFKC').toLowerCase())
}

export type KnownAccount = {
  displayName: string | null
  status: string
  /** Resolved, or the invitation's while the account is pending. */
  role: string | null
  merchantIds: readonly string[]
  hasOpenInvitation: boolean
}

/** Caller of the address check: an administrator, its verified holder, or anyone else. */
export type Caller = 'administrator' | 'holder' | 'stranger'

const bannerStatuses = ['pending_approval', 'rejected', 'active']

/**
 * Spec §3 "User existence check result". Anonymous callers learn only the banner class (G17); a suspended account
 * counts as active for all but administrators, and the login page explains the rest after the password.
 */
export function describeExistence(account: KnownAccount | null, caller: Caller): UserExistence {
  const isPreApproved = account?.status === 'pending' && account.hasOpenInvitation
  const isHidden = account?.status === 'suspended' && caller !== 'administrator'
  const status = isHidden ? 'active' : (account?.status ?? null)
  const hasBanner = isPreApproved || (status !== null && bannerStatuses.includes(status))
  if (caller === 'stranger')
    return { ...noAccount, ...(hasBanner && { exists: true, status }), ...approved(isPreApproved) }
  if (!account) return noAccount
  const { displayName, role, merchantIds } = account
  return { exists: true, displayName, ...approved(isPreApproved), role, merchantIds: [...merchantIds], status }
}

const approved = (isPreApproved: boolean) => ({ isPreApproved, requiresActivation: isPreApproved })
const noAccount: UserExistence = {
  exists: false,
  displayName: null,
  ...approved(false),
  role: null,
  merchantIds: [],
  status: null,
}

export type InvitedAccount = {
  status: string
  /** Resolved. */
  role: string | null
  /** By an administrator. */
  invitation: { role: string; used: boolean } | null
}

export type InvitationWay = Verdict<ReasonIn<typeof invitationRefusals> | ReasonIn<typeof entryRefusals>>

/**
 * Decides whether the link of an owner's invitation lets its holder in: a new person, an invited one and a customer get
 * an activated account. Staff sign in as usual and accept then, because the link lives longer than a sign-in link (G19).
 */
export function decideInvitationLink(account: InvitedAccount | null, role: string): InvitationWay {
  if (account === null) return { ok: true }
  const { status, invitation } = account
  if (status === 'pending')
    return invitation?.used === false && invitation.role !== role
      ? { ok: false, reason: 'OTHER_INVITATION' }
      : { ok: true }
  if (status === 'pending_approval') return { ok: false, reason: 'AWAITING_APPROVAL' }
  if (status === 'rejected') return { ok: false, reason: 'REJECTED' }
  if (status !== 'active') return { ok: false, reason: 'SUSPENDED' }
  return mayEnterConsole(account.role) ? { ok: false, reason: 'SIGN_IN_FIRST' } : { ok: true }
}

/** Enough to recognize an own address, and too little to learn another person's: "m…@venue.test". */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}
