import { resolveRole } from '@quaff/features/accounts/rules'
import { findAccountByEmail } from '@quaff/features/accounts/server'
import { explainLink, hashSecret, linkPurposes, markOpened } from '@quaff/features/one-time-secrets/server'
import type { Context } from '@quaff/platform/server/context'
import type { LinkCheck } from '../contract'
import { decideInvitationLink } from '../merchant-invitations/rules'
import { describeInvitations, findClosedInvitation, findOpenInvitations } from './invitation-store'
import { findInvitedTo } from './invited-to-store'
import { findLink } from './links'
import { areInvitations, type OpenInvitations } from './prepare-activation'
import { throttleNetwork } from './sign-in-throttle'

/** Uses nothing up: mail scanners that open the page do no harm (G19). Notes once that an invitation was opened. */
export async function checkLink(ctx: Context, input: { token: string }): Promise<LinkCheck> {
  await throttleNetwork(ctx, 'linkPerNetwork')
  const link = await findLink(ctx, ctx.db, { ...input, purposes: linkPurposes })
  if (!link) return checkInvitationLink(ctx, input)
  const open = { valid: true, purpose: link.purpose, state: 'open' as const, asksSignIn: false }
  if (link.purpose !== 'invitation') return { ...open, invitedTo: null }
  await markOpened(ctx.db, link.id, ctx.clock.now())
  return { ...open, invitedTo: await findInvitedTo(ctx.db, link.userId) }
}

/** A token of an owner's invitation, or one that opens nothing. */
async function checkInvitationLink(ctx: Context, { token }: { token: string }): Promise<LinkCheck> {
  const [tokenHash, now] = [ctx.secrets.hash(token), ctx.clock.now()]
  const invitations = await findOpenInvitations(ctx.db, { tokenHash, now })
  if (areInvitations(invitations)) return describeOpen(ctx, invitations)
  const state = await explainLink(ctx.db, { hash: hashSecret(ctx, 'invitation', token), now })
  const closed = { valid: false, purpose: null, invitedTo: null, asksSignIn: false }
  return { ...closed, state: state === 'unknown' ? await findClosedInvitation(ctx.db, tokenHash) : state }
}

async function describeOpen(ctx: Context, invitations: OpenInvitations): Promise<LinkCheck> {
  const [{ email, role }] = invitations
  const account = await findAccountByEmail(ctx.db, email)
  const verdict = decideInvitationLink(account && { ...account, role: resolveRole(account) }, role)
  return {
    valid: true,
    purpose: 'invitation',
    state: 'open',
    invitedTo: await describeInvitations(ctx.db, invitations),
    asksSignIn: !verdict.ok && verdict.reason === 'SIGN_IN_FIRST',
  }
}
