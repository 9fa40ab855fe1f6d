import type { UserActor } from '@quaff/platform/server/actor'
import { requireUser } from '@quaff/platform/server/authorize'
import type { Context, Queryable } from '@quaff/platform/server/context'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import { adminRole } from '@quaff/platform/shared/product'
import { notificationLimits, type Waiting } from '../contract'
import { platformItems } from '../platform-rules'
import { presentItems, type WaitingFact } from '../rules'
import { countOnWaitlists } from './platform-waiting-store'
import { findPreferences } from './preferences-store'
import { readMerchantItems } from './read-merchant-items'
import { readPlatformFacts } from './read-platform-facts'

/** What the asker's role and merchants let them do something about; for a custom role that is nothing. */
export async function getWaiting(ctx: Context): Promise<Waiting> {
  const actor = requireUser(ctx.actor)
  // Before anything is read: what comes up meanwhile is still new the next time.
  const asOf = ctx.clock.now()
  const [facts, onWaitlists, preferences] = await batchReads(ctx.db, (db) =>
    Promise.all([
      readItems(db, actor, asOf),
      actor.role === adminRole ? countOnWaitlists(db, notificationLimits.onWaitlists) : 0,
      findPreferences(db, actor.userId),
    ]),
  )
  return { asOf, items: presentItems(facts, preferences?.seenAt ?? null, asOf), onWaitlists }
}

async function readItems(db: Queryable, actor: UserActor, now: Date): Promise<WaitingFact[]> {
  switch (actor.role) {
    case adminRole:
      return platformItems({ ...(await readPlatformFacts(db, now)), lacksSecondFactor: false }, now)
    case 'merchant_owner':
    case 'merchant_viewer':
      return readMerchantItems(db, actor, now)
    default:
      return []
  }
}
