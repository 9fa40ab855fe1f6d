import type { MerchantScope } from '@quaff/features/sessions/server'
import type { Context, Queryable } from '@quaff/platform/server/context'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import { insightLimits, type IdleSubscribers, type IdleSubscribersInput } from '../contract'
import { idleCutoff } from '../rules'
import { countActivePasses, listIdlePasses, listOlderDrinks, listPassNames } from './idle-store'
import { openInsights, type OpenedInsights } from './open-insights'
import { presentPerson } from './present-person'

const dayMs = 86_400_000

/** Who pays and does not come. */
export async function listIdleSubscribers(
  ctx: Context,
  { merchantId, limit }: IdleSubscribersInput,
): Promise<IdleSubscribers> {
  const opened = await openInsights(ctx, merchantId)
  const { passes, ...rest } = await opened.once(['idle', String(limit)], () => readIdle(opened, limit))
  return {
    rows: passes.map(({ id, userId, name, planName, lastRedeemedAt, createdAt }) => ({
      ...presentPerson(opened.actor, { userId, name }),
      subscriptionId: id,
      planName,
      lastRedeemedAt,
      startedAt: createdAt,
    })),
    ...rest,
  }
}

/**
 * Whoever stayed away last comes first, so a page is mostly filled by drinks of the last weeks; all recent ones are read
 * only where these do not fill it. What happened before is looked up for the rows of the answer.
 */
async function readLatestDrinks(
  db: Queryable,
  scope: MerchantScope,
  { measuredAt, cutoff, limit }: { measuredAt: Date; cutoff: Date; limit: number },
) {
  const read = async (days: number) => {
    const recent = { from: new Date(measuredAt.getTime() - days * dayMs), to: measuredAt }
    return { recent, rows: await listIdlePasses(db, scope, { recent, cutoff, limit }) }
  }
  const latest = await read(insightLimits.latestDays)
  const isFilled = latest.rows.every(({ lastRedeemedAt }) => lastRedeemedAt !== null)
  return isFilled ? latest : read(insightLimits.recentDays)
}

async function readIdle({ ctx, scope }: OpenedInsights, limit: number) {
  const measuredAt = ctx.clock.now()
  const cutoff = idleCutoff(measuredAt)
  const [{ rows, recent }, activePasses] = await batchReads(ctx.db, (db) =>
    Promise.all([readLatestDrinks(db, scope, { measuredAt, cutoff, limit }), countActivePasses(db, scope)]),
  )
  const unknown = rows.filter(({ lastRedeemedAt }) => lastRedeemedAt === null).map(({ id }) => id)
  const ids = rows.map(({ id }) => id)
  const [older, names] = await batchReads(ctx.db, (db) =>
    Promise.all([listOlderDrinks(db, scope, unknown, recent.from), listPassNames(db, scope, ids)]),
  )
  return {
    passes: rows.map(({ total: _total, ...row }) => ({
      ...row,
      lastRedeemedAt: row.lastRedeemedAt ?? older.get(row.id) ?? null,
      name: names.get(row.id)?.name ?? null,
      planName: names.get(row.id)?.planName?.trim() || 'Unknown Plan',
    })),
    total: rows[0]?.total ?? 0,
    activePasses,
    window: { from: cutoff, to: measuredAt },
    timeZone: ctx.settings.timeZone,
    measuredAt,
  }
}
