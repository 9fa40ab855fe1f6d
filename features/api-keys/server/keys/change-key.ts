import { requireRecentSignIn } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { inTransaction, type Locked } from '@quaff/platform/server/transaction'
import { refuse, staleVersion } from '@quaff/platform/shared/refusal'
import { keyPermissions } from '../../permissions'
import { keyRefusals } from '../../refusals'
import { isWorking, keyStateAt } from '../../rules'
import { lockKey, type StoredKey } from '../key-store'

type Change = { keyId: string; version: number; action: string }

/** What the audit log says of a change, and what its caller is given. */
type Changed<Answer> = { after: Record<string, unknown>; answer: Answer }

/** What has ended stays as it is. */
export async function changeKey<Answer>(
  ctx: Context,
  { keyId, version, action }: Change,
  change: (tx: Transaction, key: Locked<StoredKey>, actor: UserActor) => Promise<Changed<Answer>>,
): Promise<{ actor: UserActor; answer: Answer }> {
  const actor = authorize(ctx.actor, keyPermissions, 'key.change')
  requireRecentSignIn(ctx)
  const answer = await inTransaction(ctx, async (tx) => {
    const key = await lockKey(tx, keyId)
    if (!key) throw refuse(keyRefusals, 'KEY')
    if (!isWorking(keyStateAt({ ...key, oldSecretUntil: null }, ctx.clock.now())))
      throw refuse(keyRefusals, 'KEY_ENDED')
    if (key.version !== version) throw staleVersion({ type: 'api_key', id: keyId, savedAt: null })
    const changed = await change(tx, key, actor)
    await recordAudit(ctx, tx, {
      action,
      targetType: 'api_key',
      targetId: keyId,
      after: { name: key.name, ...changed.after },
    })
    return changed.answer
  })
  return { actor, answer }
}
