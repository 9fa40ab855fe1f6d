import { merchantScope } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { mailResetIn } from '../../access/server/send-password-reset-to'
import { lockTarget } from '../../access/server/target-person'
import { resendInvitationIn } from './resend-invitation'

/**
 * How somebody gets in who came over from an old system: whoever is still pending by the invitation, everybody else by the
 * mail that sets a password. Refuses as the two verbs do.
 */
export async function mailWayIn(ctx: Context, tx: Transaction, actor: UserActor, userId: string): Promise<void> {
  const target = await lockTarget(tx, merchantScope(actor), { userId })
  const isPending = target.facts.status === 'pending'
  return isPending ? resendInvitationIn(ctx, tx, actor, target) : mailResetIn(ctx, tx, actor, target)
}
