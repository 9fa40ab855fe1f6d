import { merchantScope } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import type { ApiKey } from '../../contract'
import { keyRefusals } from '../../refusals'
import { keyStateAt } from '../../rules'
import { findKeyRow, listMerchantNames, listSecretsOf, type StoredKey } from '../key-store'

export async function presentKeys(ctx: Context, actor: UserActor, rows: readonly StoredKey[]): Promise<ApiKey[]> {
  const merchantIds = [...new Set(rows.flatMap((row) => row.merchantIds ?? []))]
  const [names, secrets] = await Promise.all([
    listMerchantNames(ctx.db, merchantScope(actor), merchantIds),
    listSecretsOf(
      ctx.db,
      rows.map(({ id }) => id),
    ),
  ])
  const now = ctx.clock.now()
  return rows.map((row) => {
    const [newest, before] = secrets.filter(({ apiKeyId }) => apiKeyId === row.id)
    const oldSecretUntil = before?.validUntil && before.validUntil > now ? before.validUntil : null
    return {
      id: row.id,
      name: row.name,
      scopes: row.scopes,
      merchants: row.merchantIds?.map((id) => ({ id, name: names.get(id) ?? null })) ?? null,
      requestsPerMinute: row.requestsPerMinute,
      start: newest?.start ?? '',
      state: keyStateAt({ ...row, oldSecretUntil }, now),
      oldSecretUntil,
      createdAt: row.createdAt,
      expiresAt: row.expiresAt,
      revokedAt: row.revokedAt,
      lastUsedAt: row.lastUsedAt,
      version: row.version,
    }
  })
}

export async function readKey(ctx: Context, actor: UserActor, keyId: string): Promise<ApiKey> {
  const row = await findKeyRow(ctx.db, keyId)
  const [key] = row ? await presentKeys(ctx, actor, [row]) : []
  if (!key) throw refuse(keyRefusals, 'KEY')
  return key
}
