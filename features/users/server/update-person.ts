import { saveProfile } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { merchantScope } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { once } from '@quaff/platform/server/once'
import { inTransaction } from '@quaff/platform/server/transaction'
import type { UpdatePersonInput } from '../access-contract'
import { userPermissions } from '../permissions'
import { changedNames, readProfile } from './profile-change'
import { publishUser } from './publish-user'
import { lockTarget, refuseUnlessPossible } from './target-person'

/** Spec §7, `users/{id}` update: an administrator corrects the name and phone number of a person. */
export async function updatePerson(ctx: Context, input: UpdatePersonInput): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.updatePerson')
  const { requestKey, ...change } = input
  const request = { action: 'update_person', key: requestKey, input: change }
  return inTransaction(ctx, (tx) => once(ctx, tx, request, () => correct(ctx, tx, actor, change)))
}

async function correct(
  ctx: Context,
  tx: Transaction,
  actor: UserActor,
  input: UpdatePersonInput,
): Promise<{ success: true }> {
  const target = await lockTarget(tx, merchantScope(actor), input)
  refuseUnlessPossible('updatePerson', actor, target)
  const after = readProfile(input)
  const before = await saveProfile(tx, target.user.id, { ...after, updatedAt: ctx.clock.now() })
  await addUserActivity(ctx, tx, { userId: target.user.id, action: 'profile_updated', details: { by: actor.userId } })
  await recordAudit(ctx, tx, {
    action: 'update_user',
    targetType: 'user',
    targetId: target.user.id,
    after: { changed: changedNames(before, after) },
  })
  await publishUser(tx, target.user.id, target.merchantIds)
  return { success: true }
}
