import { countByMerchant } from '@quaff/features/redemptions/server'
import { merchantNotFound, merchantScope, type MerchantScope, scopeToMerchant } from '@quaff/features/sessions/server'
import { listRecentSubscriptions } from '@quaff/features/subscriptions/server'
import {
  adminRole,
  authorize,
  batchReads,
  type Context,
  type Page,
  pageTotal,
  refuse,
  requireUser,
  startOfHourIn,
  toPage,
  type UserActor,
} from '@quaff/platform/server'
import {
  type ActivityItem,
  type ActivityNotice,
  type ActivityType,
  type AuditRow,
  type MerchantAuditInput,
} from '../contract'
import { activityPermissions } from '../permissions'
import { activityRefusals } from '../refusals'
import {
  activitySince,
  auditItem,
  mentionsPermission,
  merchantItem,
  mergeActivity,
  setupPlaceholder,
  signupItem,
  subscriptionItem,
  surgeItem,
  surgeWindowMs,
} from '../rules'
import { userActivityDetails, type UserActivityEntry, type UserActivityInput } from '../user-activity-contract'
import {
  type AuditDetails,
  auditListName,
  countAuditRows,
  findMerchantNames,
  hasMerchant,
  listAuditRows,
  listNewestMerchants,
  listRecentAudit,
  listRecentMerchants,
  listRecentSignups,
} from './activity-store'
import { type NamedDetails, nameRecords } from './named-records'
import { hasUser, userActivityQuery, type UserActivityRow } from './user-activity-store'

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
function reasonsOf(error: unknown) {
  if (!(error instanceof Error)) return []
  return [error.cause instanceof Error ? error.cause.message : error.message]
}

async function readMerchants({ db }: Context, now: Date) {
  const recent = await listRecentMerchants(db, { since: activitySince(now).toISOString() })
  const shown = recent.length > 0 ? recent : await listNewestMerchants(db, {})
  return shown.map(merchantItem)
}

async function readSignups({ db }: Context, now: Date) {
  const recent = await listRecentSignups(db, { since: activitySince(now).toISOString() })
  return recent.map(signupItem)
}

async function readAudit({ db, settings }: Context, now: Date) {
  const rows = await listRecentAudit(db, { since: activitySince(now).toISOString(), timeZone: settings.timeZone })
  return rows.map(auditItem)
}

async function readSubscriptions({ db }: Context, scope: MerchantScope, now: Date) {
  const recent = await listRecentSubscriptions(db, scope, activitySince(now))
  return recent.map(subscriptionItem)
}

async function readSurge({ db, settings }: Context, scope: MerchantScope, now: Date) {
  const counts = await countByMerchant(db, scope, new Date(now.getTime() - surgeWindowMs), now)
  const hour = startOfHourIn(settings.timeZone, now)
  const item = surgeItem({ now, hour, perMerchant: counts.map((one) => ({ ...one, name: null })) })
  if (item?.merchantId === undefined) return item ? [item] : []
  const names = await findMerchantNames(db, [item.merchantId])
  const perMerchant = counts.map((one) => ({ ...one, name: names.get(one.merchantId) ?? null }))
  return [surgeItem({ now, hour, perMerchant }) ?? item]
}

const dayMs = 86_400_000

/** Spec §7 `userActivity`. Another user's id and an unknown id get the same refusal. */
export async function listUserActivity(ctx: Context, input: UserActivityInput): Promise<UserActivityEntry[]> {
  const { userId, days, limit } = input
  const seesAll = seesAnybody(requireUser(ctx.actor))
  const isOwn = ctx.actor.kind === 'user' && ctx.actor.userId === userId
  if (!isOwn && !(seesAll && (await hasUser(ctx.db, userId)))) throw refuse(activityRefusals, 'USER')
  const since = new Date(ctx.clock.now().getTime() - days * dayMs)
  const rows = await userActivityQuery(ctx.db, { userId, since, limit })
  return rows.map((row) => presentEntry(row, seesAll))
}

function seesAnybody({ role }: UserActor) {
  return activityPermissions['activity.ofAnybody'].some((allowed) => allowed === role)
}

function presentEntry({ occurredAt, details: stored, byName, byRole, ...row }: UserActivityRow, namesOthers: boolean) {
  const { by, ...details } = userActivityDetails.parse(stored)
  const capacity = byRole === adminRole ? 'an administrator' : 'an owner'
  const actorName = namesOthers ? (byName ?? 'a deleted account') : capacity
  return {
    ...row,
    timestamp: occurredAt,
    details: namesOthers && by ? { ...details, by } : details,
    userAgent: by && !namesOthers ? null : row.userAgent,
    byName: by ? actorName : null,
  }
}

/** Lists changes to one merchant, newest first, for administrators only. */
export async function listMerchantAudit(ctx: Context, input: MerchantAuditInput): Promise<Page<AuditRow>> {
  const actor = authorize(ctx.actor, activityPermissions, 'activity.audit')
  const { merchantId, limit, cursor } = input
  const scope = scopeToMerchant(actor, merchantId)
  const [isThere, rows] = await batchReads(ctx.db, (db) =>
    Promise.all([hasMerchant(db, scope), listAuditRows(db, scope, { limit, cursor })]),
  )
  if (!isThere) throw merchantNotFound()
  const [total, shown] = await batchReads(ctx.db, (db) =>
    Promise.all([
      pageTotal(ctx, { rows, limit, cursor, of: ['merchant audit', merchantId] }, () => countAuditRows(db, scope)),
      nameRecords(db, rows),
    ]),
  )
  return toPage(shown, { name: auditListName, order: 'desc', limit, total }, presentAuditRow)
}

function presentAuditRow(row: NamedDetails<AuditDetails>): AuditRow {
  return {
    id: row.id,
    action: row.action,
    targetType: row.targetType,
    targetId: row.targetId,
    targetName: row.targetName,
    adminUserId: row.adminUserId,
    adminName: row.adminName,
    occurredAt: row.occurredAt,
    changes: row.changes,
  }
}
