import { requireRecentSignIn, merchantScope } from '@quaff/features/sessions/server'
import {
  authorize,
  changeRecord,
  type Context,
  inTransaction,
  type Locked,
  recordAudit,
  refuse,
  type Transaction,
} from '@quaff/platform/server'
import {
  type ApiKey,
  type RevokeKeyInput,
  type RotateKeyInput,
  type ShownKey,
  keyLimits,
  keyScopes,
  type CreateKeyInput,
} from '../contract'
import { keyPermissions } from '../permissions'
import { keyRefusals } from '../refusals'
import { isOverlap, isWorking, keyStateAt, keyError } from '../rules'
import {
  endSecrets,
  insertSecret,
  lockKey,
  updateKey,
  type StoredKey,
  countWorkingKeys,
  insertKey,
  findMerchantIds,
} from './key-store'
import { makeSecrets } from './new-secrets'
import { readKey } from './read-keys'

export async function rotateKey(ctx: Context, { oldUntil, ...input }: RotateKeyInput): Promise<ShownKey> {
  const actor = authorizeChange(ctx)
  const { shown, stored } = makeSecrets(ctx.fieldCipher)
  await changeKey(ctx, { ...input, action: 'rotate_api_key' }, async (tx, key) => {
    const now = ctx.clock.now()
    if (oldUntil && !isOverlap(oldUntil, now)) throw refuse(keyRefusals, 'KEY_OVERLAP')
    await endSecrets(tx, key, oldUntil)
    await insertSecret(tx, { apiKeyId: key.id, createdAt: now, ...stored })
    await updateKey(tx, key, {})
    return { start: stored.start, oldUntil }
  })
  return { ...(await readKey(ctx, actor, input.keyId)), ...shown }
}

/** Takes effect with the next request, because each request reads the row of its key. */
export async function revokeKey(ctx: Context, input: RevokeKeyInput): Promise<ApiKey> {
  const actor = authorizeChange(ctx)
  await changeKey(ctx, { ...input, action: 'revoke_api_key' }, async (tx, key) => {
    const revokedAt = ctx.clock.now()
    await updateKey(tx, key, { revokedAt, revokedBy: actor.userId })
    return { revokedAt }
  })
  return readKey(ctx, actor, input.keyId)
}

function authorizeChange(ctx: Context) {
  const actor = authorize(ctx.actor, keyPermissions, 'key.change')
  requireRecentSignIn(ctx)
  return actor
}

async function changeKey(
  ctx: Context,
  { keyId, version, action }: { keyId: string; version: number; action: string },
  write: (tx: Transaction, key: Locked<StoredKey>) => Promise<Record<string, unknown>>,
) {
  await changeRecord(ctx, {
    action,
    type: 'api_key',
    version,
    lock: async (tx) => {
      const key = await lockKey(tx, keyId)
      if (!key) throw refuse(keyRefusals, 'KEY')
      if (!isWorking(keyStateAt({ ...key, oldSecretUntil: null }, ctx.clock.now())))
        throw refuse(keyRefusals, 'KEY_ENDED')
      return key
    },
    write: async (tx, key) => ({ after: { name: key.name, ...(await write(tx, key)) } }),
  })
}

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
