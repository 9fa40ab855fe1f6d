import type { z } from 'zod'
import { insertAccount } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { recordAudit } from '@quaff/platform/server/audit'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { withoutControls } from '@quaff/platform/shared/text'
import type { registerUserInput } from '../contract'
import { throttle } from './send-invitation'
import { readPhoneNumber } from './update-profile'
import { publishUser } from './user-presenter'

/**
 * `createAdminUserV2` with `isPublicRegistration` (G23): a pending account without role and merchants. A known
 * address gets the same response; its account is unchanged and receives no email.
 */
export async function registerUser(ctx: Context, input: z.infer<typeof registerUserInput>): Promise<{ success: true }> {
  await throttle(ctx, 'registrationPerNetwork', ctx.request.network)
  await throttle(ctx, 'registrationPerAddress', ctx.secrets.hash(input.email))
  const now = ctx.clock.now()
  const id = ctx.ids.newId('usr')
  await inTransaction(ctx, async (tx) => {
    const isNew = await insertAccount(tx, {
      id,
      email: input.email,
      displayName: withoutControls(input.displayName ?? '').trim() || null,
      phoneNumber: readPhoneNumber(input.phoneNumber ?? ''),
      role: 'customer',
      status: 'pending_approval',
      createdAt: now,
      updatedAt: now,
      statusUpdatedAt: now,
    })
    if (!isNew) return
    await addUserActivity(ctx, tx, { userId: id, action: 'account_registered' })
    await recordAudit(ctx, tx, {
      action: 'register_user',
      targetType: 'user',
      targetId: id,
      after: { status: 'pending_approval' },
    })
    await publishUser(tx, id)
  })
  return { success: true }
}
