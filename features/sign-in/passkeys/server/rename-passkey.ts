import { recordAudit } from '@quaff/platform/server/audit'
import { requireUser } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import type { RenamePasskeyInput } from '../contract'
import { passkeyRefusals } from '../refusals'
import { savePasskeyName } from './passkey-store'

export async function renamePasskey(ctx: Context, input: RenamePasskeyInput): Promise<{ success: true }> {
  const { userId } = requireUser(ctx.actor)
  await inTransaction(ctx, async (tx) => {
    if (!(await savePasskeyName(tx, { id: input.passkeyId, userId }, input.name)))
      throw refuse(passkeyRefusals, 'NO_PASSKEY')
    await recordAudit(ctx, tx, { action: 'rename_passkey', targetType: 'user', targetId: userId })
  })
  return { success: true }
}
