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
  const { actor, answer } = await changeKey(ctx, { ...key, action: 'rotate_api_key' }, async (tx, stored) => {
    const now = ctx.clock.now()
    if (oldUntil && !isOverlap(oldUntil, now)) throw refuse(keyRefusals, 'KEY_OVERLAP')
    const { shown, kept } = makeSecrets(ctx.fieldCipher)
    await endSecrets(tx, stored, oldUntil)
    await insertSecret(tx, { apiKeyId: stored.id, createdAt: now, ...kept })
    await updateKey(tx, stored, {})
    return { after: { start: kept.start, oldUntil }, answer: shown }
  })
  return { ...(await readKey(ctx, actor, key.keyId)), ...answer }
}
