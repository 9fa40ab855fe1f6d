import { saveUser } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { revokeSecrets } from '@quaff/features/one-time-secrets/server'
import { endSessions, merchantScope } from '@quaff/features/sessions/server'
import { authorize, type Context, inTransaction, recordAudit, withoutControls } from '@quaff/platform/server'
import type { ChangeStatusInput, StatusChanged } from '../access-contract'
import { userPermissions } from '../permissions'
import { lockAdministration } from './access-store'
import { lockTarget, refuseUnlessPossible } from './target-person'
import { publishUser } from './user-presenter'

const moves = {
  suspend: { to: 'suspended', action: 'suspend_user', entry: 'suspended' },
  reactivate: { to: 'active', action: 'reactivate_user', entry: 'reactivated' },
} as const

async function changeStatus(
  ctx: Context,
  move: keyof typeof moves,
  { reason = '', ...query }: ChangeStatusInput,
): Promise<StatusChanged> {
  const actor = authorize(ctx.actor, userPermissions, `user.${move}`)
  const { to, action, entry } = moves[move]
  return inTransaction(ctx, async (tx) => {
    await lockAdministration(tx)
    const target = await lockTarget(tx, merchantScope(actor), query)
    refuseUnlessPossible(move, actor, target)
    await saveUser(tx, target.user.id, { status: to }, ctx.clock.now())
    await endSessions(tx, target.user.id)
    await revokeSecrets(tx, { userId: target.user.id })
    const why = withoutControls(reason).trim()
    await addUserActivity(ctx, tx, { userId: target.user.id, action: entry, details: { by: actor.userId } })
    await recordAudit(ctx, tx, {
      action,
      targetType: 'user',
      targetId: target.user.id,
      before: { status: target.user.status },
      after: { status: to, ...(why ? { reason: why } : {}) },
    })
    await publishUser(tx, target.user.id, target.merchantIds)
    return { success: true, version: target.user.version + 1 }
  })
}

/** Active → suspended: ends all sessions within a second and revokes all emailed links (G15). */
export const suspendUser = (ctx: Context, input: ChangeStatusInput) => changeStatus(ctx, 'suspend', input)

/** Suspended → active, with the role and merchants from before. */
export const reactivateUser = (ctx: Context, input: ChangeStatusInput) => changeStatus(ctx, 'reactivate', input)
