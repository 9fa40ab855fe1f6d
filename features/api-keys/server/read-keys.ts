import { merchantScope } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import type { ApiKey } from '../contract'
import { keyRefusals } from '../refusals'
import { keyStateAt } from '../rules'
import { findKeyRow, type ShownRow } from './key-store'

export function presentKey({ key, start, oldSecretUntil: until, merchantNames }: ShownRow, now: Date): ApiKey {
  const oldSecretUntil = until && until > now ? until : null
  return {
    id: key.id,
    name: key.name,
    scopes: key.scopes,
    merchants: key.merchantIds?.map((id) => ({ id, name: merchantNames?.[id] ?? null })) ?? null,
    requestsPerMinute: key.requestsPerMinute,
    start: start ?? '',
    state: keyStateAt({ ...key, oldSecretUntil }, now),
    oldSecretUntil,
    createdAt: key.createdAt,
    expiresAt: key.expiresAt,
    revokedAt: key.revokedAt,
    lastUsedAt: key.lastUsedAt,
    version: key.version,
  }
}

export async function readKey(ctx: Context, actor: UserActor, keyId: string): Promise<ApiKey> {
  const row = await findKeyRow(ctx.db, merchantScope(actor), keyId)
  if (!row) throw refuse(keyRefusals, 'KEY')
  return presentKey(row, ctx.clock.now())
}
