import type { Context } from '@quaff/platform/server/context'
import { insightLimits, type IdleSubscribers, type IdleSubscribersInput } from '../../insights/contract'
import { idleCutoff } from '../../insights/rules'
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
  const { passes, ...rest } = await opened.once(['idle', String(limit)], () => readIdle(ctx, opened, limit))
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

async function readIdle(ctx: Context, { scope }: OpenedInsights, limit: number) {
  const measuredAt = ctx.clock.now()
  const cutoff = idleCutoff(measuredAt)
  const recent = { from: new Date(measuredAt.getTime() - insightLimits.recentDays * dayMs), to: measuredAt }
  const [rows, activePasses] = await Promise.all([
    listIdlePasses(ctx.db, scope, { recent, cutoff, limit }),
    countActivePasses(ctx.db, scope),
  ])
  const unknown = rows.filter(({ lastRedeemedAt }) => lastRedeemedAt === null).map(({ id }) => id)
  const ids = rows.map(({ id }) => id)
  const [older, names] = await Promise.all([
    listOlderDrinks(ctx.db, scope, unknown, recent.from),
    listPassNames(ctx.db, scope, ids),
  ])
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
