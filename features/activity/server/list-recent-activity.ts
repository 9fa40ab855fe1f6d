import { countByMerchant } from '@quaff/features/redemptions/server'
import { merchantScope } from '@quaff/features/sessions/server'
import type { MerchantScope } from '@quaff/features/sessions/server'
import { listRecentSubscriptions } from '@quaff/features/subscriptions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import { startOfHourIn } from '@quaff/platform/shared/calendar'
import { activityLimits } from '../contract'
import type { ActivityItem, ActivityNotice, ActivityType } from '../contract'
import { activityPermissions } from '../permissions'
import {
  activitySince,
  auditItem,
  businessActions,
  mentionsPermission,
  mergeActivity,
  merchantItem,
  setupPlaceholder,
  signupItem,
  subscriptionItem,
  surgeItem,
  surgeWindowMs,
} from '../rules'
import { findMerchantNames, listNewestMerchants, listRecentAudit, listRecentSignups } from './activity-store'

type Source = { notice: ActivityNotice; read: (ctx: Context) => Promise<ActivityItem[]> }

/** Each source fails alone: the others still answer, and a notice says what is missing (spec §8). */
export async function listRecentActivity(
  ctx: Context,
  input: { limit: number; type?: ActivityType },
): Promise<{ items: ActivityItem[]; notices: ActivityNotice[] }> {
  const scope = merchantScope(authorize(ctx.actor, activityPermissions, 'activity.recent'))
  const now = ctx.clock.now()
  const sources: Source[] = [
    { notice: 'setup', read: (asking) => readMerchants(asking, now) },
    { notice: 'setup', read: (asking) => readSignups(asking, now) },
    { notice: 'setup', read: (asking) => readAudit(asking, now) },
    { notice: 'subscriptions', read: (asking) => readSubscriptions(asking, scope, now) },
    { notice: 'setup', read: () => readSurge(ctx, scope, now) },
  ]
  const notices = new Set<ActivityNotice>()
  const found = await batchReads(ctx.db, (db) =>
    Promise.all(sources.map((source) => readOrNotice({ ...ctx, db }, source, notices))),
  )
  const items = mergeActivity(found.flat(), input)
  return { items: items.length === 0 && notices.has('setup') ? [setupPlaceholder(now)] : items, notices: [...notices] }
}

async function readOrNotice(
  ctx: Context,
  { notice, read }: Source,
  notices: Set<ActivityNotice>,
): Promise<ActivityItem[]> {
  try {
    return await read(ctx)
  } catch (error) {
    ctx.log.warn('activity.source_failed', { notice, error: error instanceof Error ? error.name : 'unknown' })
    notices.add(notice)
    if (reasonsOf(error).some(mentionsPermission)) notices.add('permissions')
    return []
  }
}

/** The query builder wraps the database's own message. */
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  return [error.cause instanceof Error ? error.cause.message : error.message]
}

async function readMerchants({ db }: Context, now: Date): Promise<ActivityItem[]> {
  const recent = await listNewestMerchants(db, activityLimits.merchants, activitySince(now))
  const shown = recent.length > 0 ? recent : await listNewestMerchants(db, activityLimits.fallbackMerchants)
  return shown.map(merchantItem)
}

async function readSignups({ db }: Context, now: Date): Promise<ActivityItem[]> {
  const recent = await listRecentSignups(db, { limit: activityLimits.signups, since: activitySince(now) })
  return recent.map(signupItem)
}

async function readAudit({ db, settings }: Context, now: Date): Promise<ActivityItem[]> {
  const rows = await listRecentAudit(db, {
    limit: activityLimits.audit,
    since: activitySince(now),
    timeZone: settings.timeZone,
    apart: businessActions,
  })
  return rows.map(auditItem)
}

async function readSubscriptions({ db }: Context, scope: MerchantScope, now: Date): Promise<ActivityItem[]> {
  const recent = await listRecentSubscriptions(db, scope, {
    limit: activityLimits.subscriptions,
    since: activitySince(now),
  })
  return recent.map(subscriptionItem)
}

async function readSurge({ db, settings }: Context, scope: MerchantScope, now: Date): Promise<ActivityItem[]> {
  const counts = await countByMerchant(db, scope, new Date(now.getTime() - surgeWindowMs), now)
  const hour = startOfHourIn(settings.timeZone, now)
  const item = surgeItem({ now, hour, perMerchant: counts.map((one) => ({ ...one, name: null })) })
  if (item?.merchantId === undefined) return item ? [item] : []
  const names = await findMerchantNames(db, [item.merchantId])
  const perMerchant = counts.map((one) => ({ ...one, name: names.get(one.merchantId) ?? null }))
  return [surgeItem({ now, hour, perMerchant }) ?? item]
}
