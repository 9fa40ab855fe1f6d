import { mayEnterConsole } from '@quaff/features/accounts/rules'
import type { ReasonIn, Verdict } from '@quaff/platform/shared/refusal'
import type { entryRefusals } from '../refusals'
import type { invitationRefusals } from './refusals'

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
