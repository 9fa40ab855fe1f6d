import type { z } from 'zod'
import { saveProfile } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { requireUser } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import type { updateProfileInput } from '../contract'
import { userRefusals } from '../refusals'
import { changedNames, readProfile } from './profile-change'
import { publishUser } from './publish-user'

/** The own display name and phone number, nothing else (spec §7). Needs no role beyond being signed in. */
export async function updateProfile(
  ctx: Context,
  input: z.infer<typeof updateProfileInput>,
): Promise<{ success: true }> {
  const actor = requireUser(ctx.actor)
  const after = readProfile(input)
  await inTransaction(ctx, async (tx) => {
    const before = await saveProfile(tx, actor.userId, { ...after, updatedAt: ctx.clock.now() })
    if (!before) throw refuse(userRefusals, 'USER')
    await addUserActivity(ctx, tx, { userId: actor.userId, action: 'profile_updated' })
    await recordAudit(ctx, tx, {
      action: 'update_profile',
      targetType: 'user',
      targetId: actor.userId,
      after: { changed: changedNames(before, after) },
    })
    await publishUser(tx, actor.userId, actor.merchantIds)
  })
  return { success: true }
}
