import { type Account, saveActivation } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { consumeAll } from '@quaff/features/one-time-secrets/server'
import { endSessions } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import { refuse } from '@quaff/platform/shared/refusal'
import { deletePasskeysOf } from '../passkeys/server/passkey-store'
import { entryRefusals } from '../refusals'
import { deleteFactor } from '../second-factor/server/second-factor-store'

/**
 * Makes an invited account active with the role and merchants of its invitation row, and of nothing else (G18).
 * What somebody may have set up before the mailbox was proved ends here, and so do the links of the invitation. The caller
 * holds the account.
 */
export async function activateInvited(
  ctx: Context,
  tx: Transaction,
  account: Account,
  given: { displayName?: string; passwordHash: string | null },
): Promise<void> {
  const { invitation } = account
  const { role = '', merchantIds = [] } = invitation ?? {}
  const isActivated =
    invitation !== null && (await saveActivation(tx, account.id, { ...given, role, merchantIds }, ctx.clock.now()))
  if (!isActivated) throw refuse(entryRefusals, 'NOT_ACTIVATED')
  await consumeAll(tx, { userId: account.id }, 'invitation', ctx.clock.now())
  await endSessions(tx, account.id)
  await deleteFactor(tx, account.id)
  await deletePasskeysOf(tx, account.id)
  await addUserActivity(ctx, tx, { userId: account.id, action: 'account_activated' })
  await recordAudit(ctx, tx, {
    action: 'activate_account',
    targetType: 'user',
    targetId: account.id,
    before: { status: account.status },
    after: { status: 'active', role, merchantIds },
  })
  await publishLive(tx, { topic: 'user', subjectId: account.id })
}
