import { saveRole } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { listKnownMerchantIds } from '@quaff/features/merchants/server'
import { endSessions, merchantNotFound, merchantScope } from '@quaff/features/sessions/server'
import { authorize, type Context, inTransaction, recordAudit, refuse, type Transaction } from '@quaff/platform/server'
import type { UpdateUserRoleInput } from '../access-contract'
import { decideAssignment, roleChangeAction } from '../access-rules'
import { userPermissions } from '../permissions'
import { userRefusals } from '../refusals'
import { assignedMerchantIds } from '../rules'
import { lockAdministration } from './access-store'
import { lockTarget, refuseUnlessPossible, type Target } from './target-person'
import { publishUser } from './user-presenter'

/**
 * `updateUserRole` of spec §7: changes role and merchants of another user and ends their sessions (G15). Writes
 * nothing if nothing changes.
 */
export async function updateUserRole(
  ctx: Context,
  input: UpdateUserRoleInput & { version?: number },
): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.updateRole')
  const scope = merchantScope(actor)
  await inTransaction(ctx, async (tx) => {
    await lockAdministration(tx)
    const target = await lockTarget(tx, scope, input)
    refuseUnlessPossible('updateRole', actor, target)
    const merchantIds = assignedMerchantIds(input.role, input.merchantIds)
    refuseAssignment(input, await listKnownMerchantIds(tx, scope, input.merchantIds))
    if (isUnchanged(target, input.role, merchantIds)) return
    await changeRole(ctx, tx, target, { role: input.role, merchantIds, by: actor.userId })
  })
  return { success: true }
}

function refuseAssignment({ role, merchantIds }: UpdateUserRoleInput, knownMerchantIds: string[]) {
  const verdict = decideAssignment({ role, merchantIds, knownMerchantIds, hasApplication: false })
  if (!verdict.ok) throw verdict.reason === 'MERCHANT' ? merchantNotFound() : refuse(userRefusals, verdict.reason)
}

function isUnchanged({ user, merchantIds }: Target, role: string, wanted: readonly string[]) {
  const hasClaims = Object.keys(user.claims).length > 0
  const isSameRole = user.role === role && (user.effectiveRole ?? 'customer') === role
  return !hasClaims && isSameRole && merchantIds.join() === wanted.join()
}

async function changeRole(
  ctx: Context,
  tx: Transaction,
  { user, merchantIds: formerIds }: Target,
  { by, ...rights }: { role: string; merchantIds: string[]; by: string },
) {
  const { role, merchantIds } = rights
  await saveRole(tx, user.id, { ...rights, keepsApplication: role === 'merchant_owner' }, ctx.clock.now())
  await endSessions(tx, user.id)
  const from = user.effectiveRole ?? user.role
  await addUserActivity(ctx, tx, {
    userId: user.id,
    action: from === role ? 'merchants_changed' : 'role_changed',
    details: { by, from, role },
  })
  await recordAudit(ctx, tx, {
    action: roleChangeAction(user.effectiveRole, role),
    targetType: 'user',
    targetId: user.id,
    before: { role: from, merchantIds: formerIds },
    after: { role, merchantIds },
  })
  await publishUser(tx, user.id, [...new Set([...formerIds, ...merchantIds])])
}
