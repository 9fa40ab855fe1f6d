import { requireRecentSignIn } from '@quaff/features/sessions/server'
import {
  authorize,
  changeRecord,
  type Context,
  type Locked,
  type RecordedChange,
  refuse,
  type Transaction,
  type UserActor,
} from '@quaff/platform/server'
import type {
  Endpoint,
  RotateEndpointInput,
  SetEnabledInput,
  ShownEndpoint,
  UpdateEndpointInput,
  VersionedEndpoint,
} from '../contract'
import { webhookPermissions } from '../permissions'
import { webhookRefusals } from '../refusals'
import { isOverlap } from '../rules'
import { checkWanted } from './create-endpoint'
import { deleteEndpoint, lockEndpoint, updateEndpoint, type StoredEndpoint } from './endpoint-store'
import { readEndpoint } from './read-endpoints'
import { endSecrets, insertSecret } from './secret-store'
import { newSecret, sealSecret } from './webhook-secrets'

async function change(
  ctx: Context,
  { endpointId, version, action }: VersionedEndpoint & { action: string },
  write: (tx: Transaction, endpoint: Locked<StoredEndpoint>, actor: UserActor) => Promise<RecordedChange>,
) {
  const actor = authorize(ctx.actor, webhookPermissions, 'webhook.change')
  requireRecentSignIn(ctx)
  await changeRecord(ctx, {
    action,
    type: 'webhook_endpoint',
    version,
    lock: async (tx) => {
      const endpoint = await lockEndpoint(tx, endpointId)
      if (!endpoint) throw refuse(webhookRefusals, 'ENDPOINT')
      return endpoint
    },
    write: (tx, endpoint) => write(tx, endpoint, actor),
  })
  return actor
}

const detailsOf = ({ url, description, eventTypes, merchantIds }: StoredEndpoint) => ({
  url,
  description,
  eventTypes,
  merchantIds,
})

/** Waiting deliveries are sent to the new URL. */
export async function updateEndpointOf(ctx: Context, input: UpdateEndpointInput): Promise<Endpoint> {
  const actor = await change(ctx, { ...input, action: 'update_webhook' }, async (tx, endpoint, by) => {
    const wanted = await checkWanted(ctx, tx, by, input)
    await updateEndpoint(tx, endpoint, wanted)
    return { before: detailsOf(endpoint), after: wanted }
  })
  return readEndpoint(ctx, actor, input.endpointId)
}

/** Deliveries that waited when the endpoint was disabled are sent once it is enabled again. */
export async function setEndpointEnabled(ctx: Context, { enabled, ...input }: SetEnabledInput): Promise<Endpoint> {
  const action = enabled ? 'enable_webhook' : 'disable_webhook'
  const actor = await change(ctx, { ...input, action }, async (tx, endpoint) => {
    await updateEndpoint(tx, endpoint, {
      isEnabled: enabled,
      disabledReason: enabled ? null : 'person',
      disabledAt: enabled ? null : ctx.clock.now(),
      failingSince: null,
    })
    return { before: { enabled: endpoint.isEnabled }, after: { enabled, url: endpoint.url } }
  })
  return readEndpoint(ctx, actor, input.endpointId)
}

export async function rotateEndpoint(
  ctx: Context,
  { oldUntil, ...input }: RotateEndpointInput,
): Promise<ShownEndpoint> {
  const secret = newSecret()
  const actor = await change(ctx, { ...input, action: 'rotate_webhook_secret' }, async (tx, endpoint) => {
    const createdAt = ctx.clock.now()
    if (oldUntil && !isOverlap(oldUntil, createdAt)) throw refuse(webhookRefusals, 'ENDPOINT_OVERLAP')
    await endSecrets(tx, endpoint.id, oldUntil)
    await insertSecret(tx, sealSecret(ctx, secret), { endpointId: endpoint.id, createdAt })
    await updateEndpoint(tx, endpoint, {})
    return { after: { url: endpoint.url, oldUntil } }
  })
  return { ...(await readEndpoint(ctx, actor, input.endpointId)), secret }
}

export async function removeEndpoint(ctx: Context, input: VersionedEndpoint): Promise<{ success: true }> {
  await change(ctx, { ...input, action: 'delete_webhook' }, async (tx, endpoint) => {
    await deleteEndpoint(tx, endpoint)
    return { before: detailsOf(endpoint) }
  })
  return { success: true }
}
