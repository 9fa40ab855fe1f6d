import type { Context } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import { inTransaction } from '@quaff/platform/server/transaction'
import type { InvitationTokenInput, InvitationView } from '../join/contract'
import { saveEntry } from './entry-store'
import { findInvitation, unknownInvitation, viewOf } from './invitation'
import { lockEntryByInvitation } from './join-store'

/** Once accepted it stays accepted, however often it is pressed. */
export async function acceptInvitation(ctx: Context, input: InvitationTokenInput): Promise<InvitationView> {
  return inTransaction(ctx, async (tx) => {
    const found = await findInvitation(ctx, tx, input, (_, id, hash) => lockEntryByInvitation(tx, id, hash))
    if (!found) return unknownInvitation
    const { entry } = found
    const view = await viewOf(ctx, tx, found)
    if (view.state !== 'open') return view
    const now = ctx.clock.now()
    await saveEntry(tx, entry.id, { status: 'joined', joinedAt: now, updatedAt: now })
    await publishLive(tx, { topic: 'audit', subjectId: entry.id })
    return { ...view, state: 'accepted' }
  })
}
