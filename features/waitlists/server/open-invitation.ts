import type { Context } from '@quaff/platform/server/context'
import type { InvitationTokenInput, InvitationView } from '../join/contract'
import { findInvitation, unknownInvitation, viewOf } from './invitation'
import { findEntryByInvitation } from './join-store'

/** Changes nothing: programs that look into mails open links. A rescinded or replaced invitation is unknown. */
export async function openInvitation(ctx: Context, input: InvitationTokenInput): Promise<InvitationView> {
  const found = await findInvitation(ctx, ctx.db, input, findEntryByInvitation)
  return found ? viewOf(ctx, ctx.db, found) : unknownInvitation
}
