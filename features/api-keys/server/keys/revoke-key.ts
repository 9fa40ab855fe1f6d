import type { Context } from '@quaff/platform/server/context'
import type { ApiKey, RevokeKeyInput } from '../../contract'
import { updateKey } from '../key-store'
import { changeKey } from './change-key'
import { readKey } from './read-keys'

/** The row decides on every request, in every process: there is nothing to tell anybody. */
export async function revokeKey(ctx: Context, input: RevokeKeyInput): Promise<ApiKey> {
  const { actor } = await changeKey(ctx, { ...input, action: 'revoke_api_key' }, async (tx, key, { userId }) => {
    const revokedAt = ctx.clock.now()
    await updateKey(tx, key, { revokedAt, revokedBy: userId })
    return { after: { revokedAt }, answer: null }
  })
  return readKey(ctx, actor, input.keyId)
}
