import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize, type Context, inTransaction, once, recordAudit } from '@quaff/platform/server'
import { merchantEvents, type CreateMerchantInput, type MerchantRecord } from '../contract'
import { merchantPermissions } from '../permissions'
import { cleanProfile } from './clean-profile'
import { insertMerchantRow } from './merchant-record-store'
import { readMerchant } from './read-merchants'

/** By an administrator: waits for review like an application, but has none (specification-gaps.md, "Application to live"). */
export async function createMerchant(ctx: Context, input: CreateMerchantInput): Promise<MerchantRecord> {
  const actor = authorize(ctx.actor, merchantPermissions, 'merchant.create')
  const { requestKey, name, ...profile } = input
  const request = { action: 'create_merchant', key: requestKey, input: { name, ...profile } }
  const merchantId = await inTransaction(ctx, (tx) =>
    once(ctx, tx, request, async () => {
      const now = ctx.clock.now()
      const cleaned = cleanProfile({ name, ...profile })
      const row = await insertMerchantRow(tx, {
        ...cleaned,
        id: ctx.ids.newId('mer'),
        name: cleaned.name ?? name,
        status: 'pending_review',
        statusChangedAt: now,
        needsReview: true,
        createdAt: now,
        updatedAt: now,
      })
      await recordAudit(ctx, tx, {
        action: 'create_merchant',
        targetType: 'merchant',
        event: merchantEvents.created,
        targetId: row.id,
        merchantId: row.id,
        after: { name: row.name, status: row.status, needsReview: row.needsReview },
      })
      return row.id
    }),
  )
  return readMerchant(ctx.db, scopeToMerchant(actor, merchantId))
}
