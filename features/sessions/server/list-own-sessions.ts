import { requireUser } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { OwnSession } from '../contract'
import { describeDevice, shortNetwork } from '../rules'
import { listSessionsOf } from './own-session-store'

export async function listOwnSessions(ctx: Context): Promise<OwnSession[]> {
  const actor = requireUser(ctx.actor)
  const rows = await listSessionsOf(ctx.db, actor.userId, ctx.clock.now())
  const own = rows.map(({ id, userAgent, network, createdAt, lastSeenAt }) => ({
    id,
    device: describeDevice(userAgent),
    network: shortNetwork(network),
    signedInAt: createdAt,
    lastSeenAt,
    isCurrent: id === actor.sessionId,
  }))
  return [...own.filter(({ isCurrent }) => isCurrent), ...own.filter(({ isCurrent }) => !isCurrent)]
}
