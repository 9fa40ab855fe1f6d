import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { startOfMonthIn } from '@quaff/platform/shared/calendar'
import type { UserStats } from '../contract'
import { userPermissions } from '../permissions'
import { userStatsOf } from '../rules'
import { countByRoleAndStatus } from './user-store'

/** Spec §3 "User stats", of the people the asker may see, or of those that a search finds; the month is the platform's. */
export async function userStats(
  ctx: Context,
  { merchantId, q }: { merchantId?: string; q?: string },
): Promise<UserStats> {
  const scope = merchantScope(authorize(ctx.actor, userPermissions, 'user.stats'))
  const newSince = startOfMonthIn(ctx.settings.timeZone, ctx.clock.now())
  const groups = await countByRoleAndStatus(ctx.db, scope, { merchantId, q }, newSince)
  return { ...userStatsOf(groups), newSince }
}
