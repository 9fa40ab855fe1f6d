import { merchantScope, requireRecentSignIn } from '@quaff/features/sessions/server'
import {
  authorize,
  type Context,
  inTransaction,
  recordAudit,
  refuse,
  type Transaction,
  type UserActor,
} from '@quaff/platform/server'
import { isExternalUrl } from '@quaff/platform/server/address-guard'
import { webhookLimits, type CreateEndpointInput, type ShownEndpoint } from '../contract'
import { webhookPermissions } from '../permissions'
import { webhookRefusals } from '../refusals'
import { countEndpoints, findMerchantIds, insertEndpoint } from './endpoint-store'
import { readEndpoint } from './read-endpoints'
import { insertSecret } from './secret-store'
import { newSecret, sealSecret } from './webhook-secrets'

/** Takes no request key, because a repeated request could not return the secret again. */
export async function createEndpoint(ctx: Context, input: CreateEndpointInput): Promise<ShownEndpoint> {
  const actor = authorize(ctx.actor, webhookPermissions, 'webhook.change')
  requireRecentSignIn(ctx)
  const createdAt = ctx.clock.now()
  const id = ctx.ids.newId('whe')
  const secret = newSecret()
  await inTransaction(ctx, async (tx) => {
    if ((await countEndpoints(tx)) >= webhookLimits.endpoints) throw refuse(webhookRefusals, 'ENDPOINT_LIMIT')
    const wanted = await checkWanted(ctx, tx, actor, input)
    await insertEndpoint(tx, { id, ...wanted, isEnabled: true, createdAt, createdBy: actor.userId })
    await insertSecret(tx, sealSecret(ctx, secret), { endpointId: id, createdAt })
    await recordAudit(ctx, tx, {
      action: 'create_webhook',
      targetType: 'webhook_endpoint',
      targetId: id,
      after: wanted,
    })
  })
  return { ...(await readEndpoint(ctx, actor, id)), secret }
}

export async function checkWanted(
  ctx: Context,
  tx: Transaction,
  actor: UserActor,
  { url, description, eventTypes, merchantIds: ids }: CreateEndpointInput,
) {
  const isPrivateAllowed = ctx.settings.privateWebhooks === true
  if (!isExternalUrl(url, { isPrivateAllowed })) throw refuse(webhookRefusals, 'ENDPOINT_ADDRESS')
  const merchantIds = ids && [...new Set(ids)]
  const existing = await findMerchantIds(tx, merchantScope(actor), merchantIds ?? [])
  if (merchantIds?.some((id) => !existing.has(id))) throw refuse(webhookRefusals, 'ENDPOINT_MERCHANTS')
  return { url: new URL(url).href, description, eventTypes: eventTypes && [...new Set(eventTypes)], merchantIds }
}
