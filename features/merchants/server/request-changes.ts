import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize, type Context, inTransaction, refuse } from '@quaff/platform/server'
import { completenessSteps, merchantEvents, type MerchantRecord, type RequestChangesInput } from '../contract'
import { changesRequestedOf } from '../lifecycle-rules'
import { merchantPermissions } from '../permissions'
import { merchantRefusals } from '../refusals'
import { plainLines } from './clean-profile'
import { changesRequestedMail, mailOwners } from './merchant-emails'
import { readMerchant } from './read-merchants'
import { lockVersion, recordLifecycle } from './record-lifecycle'

/** Notifies the owners of a merchant in review which changes are needed; they edit it and request approval again. */
export async function requestChanges(ctx: Context, input: RequestChangesInput): Promise<MerchantRecord> {
  const scope = scopeToMerchant(authorize(ctx.actor, merchantPermissions, 'merchant.requestChanges'), input.merchantId)
  const wanted = {
    items: completenessSteps.filter((step) => input.items.includes(step)),
    note: plainLines(input.note) ?? '',
  }
  if (wanted.items.length === 0 && wanted.note === '') throw refuse(merchantRefusals, 'NOTHING_REQUESTED')
  await inTransaction(ctx, async (tx) => {
    const before = await lockVersion(tx, scope, input.version)
    const after = await recordLifecycle(ctx, tx, before, {
      action: 'requestChanges',
      auditAction: 'request_changes',
      event: merchantEvents.updated,
      patch: {
        ...changesRequestedOf(before),
        changeRequest: { ...wanted, requestedAt: ctx.clock.now().toISOString() },
      },
    })
    const isActive = after.status === 'active'
    await mailOwners(ctx, tx, after, (urlOf, name) => changesRequestedMail(urlOf, name, { ...wanted, isActive }))
  })
  return readMerchant(ctx.db, scope)
}
