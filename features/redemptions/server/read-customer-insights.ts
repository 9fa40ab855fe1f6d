import type { MerchantScope } from '@quaff/features/sessions/server'
import { maskName } from '@quaff/features/subscriptions/rules'
import { adminRole, batchReads, type Context, type Queryable, type UserActor } from '@quaff/platform/server'
import {
  type HeavyUsers,
  type HeavyUsersInput,
  type IdleSubscribers,
  type IdleSubscribersInput,
  insightLimits,
} from '../insights-contract'
import { countQuickGaps, drinksPerDay, idleCutoff, insightWindows, isFlagged } from '../insights-rules'
import {
  countActivePasses,
  listIdlePasses,
  listMoments,
  listOlderDrinks,
  listPassNames,
  listTopRedeemers,
} from './insights-store'
import { type OpenedInsights, openInsights } from './read-insights'

const dayMs = 86_400_000

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
 * The latest visits come first, so redemptions of recent weeks usually fill a page. Longer ranges are read only if they
 * do not; older visits are read only for returned rows.
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

/** Returns the people who redeem most, with redemptions that follow each other too quickly. */
export async function listHeavyUsers(ctx: Context, { merchantId }: HeavyUsersInput): Promise<HeavyUsers> {
  const opened = await openInsights(ctx, merchantId)
  const { drinkers, ...measured } = await opened.once(['heavy'], () => readDrinkers(opened))
  return {
    rows: drinkers.map(({ userId, name, ...figures }) => ({
      ...presentPerson(opened.actor, { userId, name }),
      ...figures,
      drinksPerDay: drinksPerDay(figures.drinks, insightLimits.heavyDays),
      flagged: isFlagged(figures.quickGaps),
    })),
    ...measured,
  }
}

async function readDrinkers({ ctx, scope }: OpenedInsights) {
  const { timeZone } = ctx.settings
  const measuredAt = ctx.clock.now()
  const { window } = insightWindows(timeZone, measuredAt, insightLimits.heavyDays)
  const top = await listTopRedeemers(ctx.db, scope, window, insightLimits.heavyRows)
  const moments = await listMoments(
    ctx.db,
    scope,
    window,
    top.map(({ userId }) => userId),
  )
  return {
    drinkers: top.map((drinker) => ({ ...drinker, quickGaps: countQuickGaps(moments.get(drinker.userId) ?? []) })),
    window,
    timeZone,
    measuredAt,
  }
}

type Person = { name: string | null; userId: string | null }

/** Returns "Ana P." without an id for merchant roles, and the full person for administrators. */
function presentPerson(reader: UserActor, { name, userId }: Person): Person {
  if (reader.role !== adminRole) return { name: maskName(name), userId: null }
  return { name: name?.trim() || null, userId }
}
