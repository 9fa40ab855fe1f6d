import { forgetUserActivity } from '@quaff/features/activity/server'
import { forgetImported } from '@quaff/features/imports/server'
import { forgetPreferences } from '@quaff/features/notifications/server'
import { forgetReasonsOf } from '@quaff/features/refunds/server'
import { endSessions, requireRecentSignIn } from '@quaff/features/sessions/server'
import { forgetCredentials, forgetInvitations } from '@quaff/features/sign-in/server'
import { userPermissions } from '@quaff/features/users/permissions'
import { eraseAccount, erasedAddress } from '@quaff/features/users/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { forgetMails } from '@quaff/platform/server/mail/forget-mails'
import { inTransaction } from '@quaff/platform/server/transaction'
import type { ErasePersonInput } from '../contract'
import { forgetGrowth } from './forget-growth'

/**
 * Nobody can say afterwards who it was, and nobody gets in with the account again; the address is free for a new one.
 * Subscriptions and redemptions stay as they are, so that no figure changes. What the log of the administrators holds stays
 * too: it is insert-only, and names people by their ids.
 */
export async function erasePerson(ctx: Context, input: ErasePersonInput): Promise<{ success: true }> {
  authorize(ctx.actor, userPermissions, 'user.erase')
  requireRecentSignIn(ctx)
  const { userId } = input
  await inTransaction(ctx, async (tx) => {
    // Before the account: whoever answers an application holds that first and asks for the person then.
    await forgetGrowth(ctx, tx, userId)
    const account = await eraseAccount(ctx, tx, input)
    await endSessions(tx, userId)
    await forgetImported(tx, userId)
    const formerAddresses = await forgetCredentials(tx, userId, await forgetUserActivity(tx, userId))
    await forgetPreferences(tx, userId)
    await forgetReasonsOf(tx, userId)
    const addresses = [account.email, ...formerAddresses]
    await forgetInvitations(tx, addresses)
    await forgetMails(tx, addresses, erasedAddress(userId))
    await recordAudit(ctx, tx, {
      action: 'erase_user',
      targetType: 'user',
      targetId: userId,
      before: { role: account.role, status: account.status, merchantIds: account.merchantIds },
    })
  })
  return { success: true }
}
