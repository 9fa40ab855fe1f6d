import { merchantScope, requireRecentSignIn } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { keyLimits, keyScopes, type CreateKeyInput, type ShownKey } from '../contract'
import { keyPermissions } from '../permissions'
import { keyRefusals } from '../refusals'
import { keyError } from '../rules'
import { countWorkingKeys, insertKey, insertSecret, findMerchantIds } from './key-store'
import { makeSecrets } from './new-secrets'
import { readKey } from './read-keys'

/** Takes no request key, because a repeated request could not return the secrets again. */
export async function createKey(ctx: Context, input: CreateKeyInput): Promise<ShownKey> {
  const actor = authorize(ctx.actor, keyPermissions, 'key.change')
  requireRecentSignIn(ctx)
  const now = ctx.clock.now()
  const error = keyError(input, now)
  if (error) throw refuse(keyRefusals, error)
  const id = ctx.ids.newId('key')
  const scopes = keyScopes.filter((scope) => input.scopes.includes(scope))
  const merchantIds = input.merchantIds && [...new Set(input.merchantIds)]
  const { shown, stored } = makeSecrets(ctx.fieldCipher)
  const { name, requestsPerMinute, expiresAt } = input
  await inTransaction(ctx, async (tx) => {
    if ((await countWorkingKeys(tx, now)) >= keyLimits.working) throw refuse(keyRefusals, 'KEY_LIMIT')
    const existing = await findMerchantIds(tx, merchantScope(actor), merchantIds ?? [])
    if (merchantIds?.some((merchantId) => !existing.has(merchantId))) throw refuse(keyRefusals, 'KEY_MERCHANTS')
    const grant = { name, scopes, merchantIds, requestsPerMinute, expiresAt }
    await insertKey(tx, { id, ...grant, createdAt: now, createdBy: actor.userId })
    await insertSecret(tx, { apiKeyId: id, createdAt: now, ...stored })
    await recordAudit(ctx, tx, {
      action: 'create_api_key',
      targetType: 'api_key',
      targetId: id,
      after: { ...grant, start: stored.start },
    })
  })
  return { ...(await readKey(ctx, actor, id)), ...shown }
}
