import { merchantScope } from '@quaff/features/sessions/server'
import { authorize, type Context, type Page, pageTotal, refuse, toPage, type UserActor } from '@quaff/platform/server'
import type { ApiKey, KeyIdInput, ListKeysInput } from '../contract'
import { keyPermissions } from '../permissions'
import { keyRefusals } from '../refusals'
import { keyStateAt } from '../rules'
import { countKeyRows, findKeyRow, keyList, listKeyRows, type ShownRow } from './key-store'

function presentKey({ key, start, oldSecretUntil: until, merchantNames }: ShownRow, now: Date): ApiKey {
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

export async function getKey(ctx: Context, { keyId }: KeyIdInput): Promise<ApiKey> {
  return readKey(ctx, authorize(ctx.actor, keyPermissions, 'key.list'), keyId)
}

/** Newest first. */
export async function listKeys(ctx: Context, input: ListKeysInput): Promise<Page<ApiKey>> {
  const actor = authorize(ctx.actor, keyPermissions, 'key.list')
  const { limit, cursor, ...filter } = input
  const now = ctx.clock.now()
  const rows = await listKeyRows(ctx.db, merchantScope(actor), input, now)
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['keys', filter] }, () =>
    countKeyRows(ctx.db, filter, now),
  )
  return toPage(rows, { ...keyList, limit, total }, (row) => presentKey(row, now))
}
