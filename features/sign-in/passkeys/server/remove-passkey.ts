import { findAccountForUpdate } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { requireRecentSignIn } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import type { Context } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { inTransaction } from '@quaff/platform/server/transaction'
import { platformRefusals, refuse } from '@quaff/platform/shared/refusal'
import type { RemovePasskeyInput } from '../contract'
import { passkeyRefusals } from '../refusals'
import { passkeyRemovedMail } from './passkey-emails'
import { deletePasskey } from './passkey-store'

/** A stolen session takes no way in from its owner. Sessions that the passkey has opened go on: each can be ended by itself. */
export async function removePasskey(ctx: Context, { passkeyId }: RemovePasskeyInput): Promise<{ success: true }> {
  const { userId } = requireRecentSignIn(ctx)
  await inTransaction(ctx, async (tx) => {
    const account = await findAccountForUpdate(tx, userId)
    if (!account) throw refuse(platformRefusals, 'SIGNED_OUT')
    const name = await deletePasskey(tx, { id: passkeyId, userId })
    if (name === null) throw refuse(passkeyRefusals, 'NO_PASSKEY')
    await publishLive(tx, { topic: 'user', subjectId: userId })
    await addUserActivity(ctx, tx, { userId, action: 'passkey_removed', details: { device: name } })
    await recordAudit(ctx, tx, { action: 'remove_passkey', targetType: 'user', targetId: userId })
    const to = { to: account.email, isPlaceholder: account.emailIsPlaceholder }
    await queueMail(ctx, tx, { ...to, ...passkeyRemovedMail(name) })
  })
  return { success: true }
}
