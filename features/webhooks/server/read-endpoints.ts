import { merchantScope } from '@quaff/features/sessions/server'
import { authorize, type Context, type Page, refuse, type UserActor } from '@quaff/platform/server'
import type { Endpoint, EndpointIdInput } from '../contract'
import { webhookPermissions } from '../permissions'
import { webhookRefusals } from '../refusals'
import { endpointState } from '../rules'
import { findEndpointRow, listEndpointRows, type ShownRow } from './endpoint-store'

export async function listEndpoints(ctx: Context): Promise<Page<Endpoint>> {
  const actor = authorize(ctx.actor, webhookPermissions, 'webhook.list')
  const now = ctx.clock.now()
  const rows = (await listEndpointRows(ctx.db, merchantScope(actor))).map((row) => presentEndpoint(row, now))
  return { rows, nextCursor: null, hasMore: false, total: rows.length }
}

export async function getEndpoint(ctx: Context, { endpointId }: EndpointIdInput): Promise<Endpoint> {
  return readEndpoint(ctx, authorize(ctx.actor, webhookPermissions, 'webhook.list'), endpointId)
}

export async function readEndpoint(ctx: Context, actor: UserActor, endpointId: string): Promise<Endpoint> {
  const row = await findEndpointRow(ctx.db, merchantScope(actor), endpointId)
  if (!row) throw refuse(webhookRefusals, 'ENDPOINT')
  return presentEndpoint(row, ctx.clock.now())
}

function presentEndpoint({ endpoint, oldSecretUntil, waiting, failed, merchantNames }: ShownRow, now: Date): Endpoint {
  const { id, url, description, eventTypes, disabledReason, createdAt, lastSuccessAt, failingSince, version } = endpoint
  return {
    id,
    url,
    description,
    eventTypes,
    merchants: endpoint.merchantIds?.map((one) => ({ id: one, name: merchantNames?.[one] ?? null })) ?? null,
    state: endpointState(endpoint),
    disabledReason,
    oldSecretUntil: oldSecretUntil && oldSecretUntil > now ? oldSecretUntil : null,
    createdAt,
    lastSuccessAt,
    failingSince,
    waiting,
    failed,
    version,
  }
}
