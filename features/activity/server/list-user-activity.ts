import type { UserActor } from '@quaff/platform/server/actor'
import { requireUser } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { adminRole } from '@quaff/platform/shared/product'
import { refuse } from '@quaff/platform/shared/refusal'
import { activityPermissions } from '../permissions'
import { activityRefusals } from '../refusals'
import { userActivityDetails, type UserActivityEntry, type UserActivityInput } from '../user-activity-contract'
import { hasUser, userActivityQuery, type UserActivityRow } from './user-activity-store'

const dayMs = 86_400_000

/** Spec §7 `userActivity`. Somebody else's and nobody's give the same refusal. */
export async function listUserActivity(ctx: Context, input: UserActivityInput): Promise<UserActivityEntry[]> {
  const { userId, days, limit } = input
  const seesAll = seesAnybody(requireUser(ctx.actor))
  const isOwn = ctx.actor.kind === 'user' && ctx.actor.userId === userId
  if (!isOwn && !(seesAll && (await hasUser(ctx.db, userId)))) throw refuse(activityRefusals, 'USER')
  const since = new Date(ctx.clock.now().getTime() - days * dayMs)
  const rows = await userActivityQuery(ctx.db, { userId, since, limit })
  return rows.map((row) => presentEntry(row, seesAll))
}

function seesAnybody({ role }: UserActor): boolean {
  return activityPermissions['activity.ofAnybody'].some((allowed) => allowed === role)
}

/** Who acted, and with what program, is for administrators only; the person learns in which capacity. */
function presentEntry({ occurredAt, details: stored, byName, byRole, ...row }: UserActivityRow, namesOthers: boolean) {
  const { by, ...details } = userActivityDetails.parse(stored)
  const capacity = byRole === adminRole ? 'an administrator' : 'an owner'
  const somebody = namesOthers ? (byName ?? 'a deleted account') : capacity
  return {
    ...row,
    timestamp: occurredAt,
    details: namesOthers && by ? { ...details, by } : details,
    userAgent: by && !namesOthers ? null : row.userAgent,
    byName: by ? somebody : null,
  }
}
