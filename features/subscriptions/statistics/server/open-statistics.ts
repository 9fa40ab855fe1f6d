import type { MerchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context, Database } from '@quaff/platform/server/context'
import { askTogether } from '@quaff/platform/server/reading/ask-together'
import { subscriptionPermissions } from '../../permissions'
import { requireMerchantBehind, scopeOf } from '../../server/list/subscription-scope'

/**
 * What `read` reads of one merchant, or of everything that the actor may see; one statement with the question whether
 * the merchant is there. Foreign and missing merchants are not found.
 */
export async function readOpened<T>(
  ctx: Context,
  merchantId: string | undefined,
  read: (db: Database, scope: MerchantScope) => Promise<T>,
): Promise<T> {
  const actor = authorize(ctx.actor, subscriptionPermissions, 'subscription.stats')
  const scope = scopeOf(actor, merchantId)
  const [found] = await askTogether(ctx.db, (db) =>
    Promise.all([read(db, scope), requireMerchantBehind({ ...ctx, db }, scope, [])]),
  )
  return found
}
