import { openCalendar, type MerchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import { subscriptionPermissions } from '../../permissions'
import { scopeOf } from '../../server/list/subscription-scope'

/**
 * What `read` reads of one merchant on its calendar, or of everything that the actor may see, in one statement. Foreign and
 * missing merchants are not found.
 */
export async function readOpened<T>(
  ctx: Context,
  merchantId: string | undefined,
  read: (local: Context, scope: MerchantScope) => Promise<T>,
): Promise<T> {
  const actor = authorize(ctx.actor, subscriptionPermissions, 'subscription.stats')
  const { ctx: local, scope } = await openCalendar(ctx, scopeOf(actor, merchantId))
  return batchReads(local.db, (db) => read({ ...local, db }, scope))
}
