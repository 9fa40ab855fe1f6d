import { saveUser } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import type { UserActivityAction } from '@quaff/features/activity/user-activity-contract'
import { revokeSecrets } from '@quaff/features/one-time-secrets/server'
import { endSessions, merchantScope, requireRecentSignIn } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { recordAudit } from '@quaff/platform/server/audit'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import type { UserAction } from '../access-contract'
import { userActionRefusals } from '../access-refusals'
import { publishUser } from './publish-user'
import { lockTarget, refuseUnlessPossible, type TargetQuery } from './target-person'

type SignInWay = {
  action: UserAction
  /** False where there is none. */
  remove(tx: Transaction, userId: string): Promise<boolean>
  activity: UserActivityAction
  audit: Pick<Parameters<typeof recordAudit>[2], 'action' | 'targetType'>
  mail(): Omit<Parameters<typeof queueMail>[2], 'to' | 'isPlaceholder'>
}

/** Whoever came in that way is out: sessions end, and with them links, codes and second steps that are still open. */
export async function takeAway(
  ctx: Context,
  actor: UserActor,
  input: TargetQuery,
  way: SignInWay,
): Promise<{ success: true }> {
  requireRecentSignIn(ctx)
  await inTransaction(ctx, async (tx) => {
    const target = await lockTarget(tx, merchantScope(actor), input)
    refuseUnlessPossible(way.action, actor, target)
    const { id: userId, email: to, emailIsPlaceholder: isPlaceholder } = target.user
    if (!(await way.remove(tx, userId))) throw refuse(userActionRefusals, 'STATE', way.action)
    await saveUser(tx, userId, {}, ctx.clock.now())
    await endSessions(tx, userId)
    await revokeSecrets(tx, { userId })
    await addUserActivity(ctx, tx, { userId, action: way.activity, details: { by: actor.userId } })
    await recordAudit(ctx, tx, { ...way.audit, targetId: userId })
    await publishUser(tx, userId, target.merchantIds)
    await queueMail(ctx, tx, { to, isPlaceholder, ...way.mail() })
  })
  return { success: true }
}
