import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import type { RotateKeyInput, ShownKey } from '../../contract'
import { keyRefusals } from '../../refusals'
import { isOverlap } from '../../rules'
import { endSecrets, insertSecret, updateKey } from '../key-store'
import { makeSecrets } from '../new-secrets'
import { changeKey } from './change-key'
import { readKey } from './read-keys'

export async function rotateKey(ctx: Context, { oldUntil, ...key }: RotateKeyInput): Promise<ShownKey> {
  const { shown, kept } = makeSecrets(ctx.fieldCipher)
  const now = ctx.clock.now()
  const actor = await changeKey(ctx, { ...key, action: 'rotate_api_key' }, async (tx, stored) => {
    if (oldUntil && !isOverlap(oldUntil, now)) throw refuse(keyRefusals, 'KEY_OVERLAP')
    await endSecrets(tx, stored, oldUntil)
    await insertSecret(tx, { apiKeyId: stored.id, createdAt: now, ...kept })
    await updateKey(tx, stored, {})
    return { start: kept.start, oldUntil }
  })
  return { ...(await readKey(ctx, actor, key.keyId)), ...shown }
}
