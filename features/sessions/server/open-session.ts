import { saveLastActive } from '@quaff/features/accounts/server'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import { sessionLimits } from '../contract'
import { deleteSession, insertSession } from './session-store'

export type OpenedSession = { sessionId: string; token: string; expiresAt: Date }

/**
 * Opens a session under a new token after the caller has authorized the user, and ends the current session against
 * fixation. Pass the result to `ctx.cookies.setSession` after the transaction commits.
 */
export async function openSession(
  ctx: Context,
  tx: Transaction,
  userId: string,
  options: { passwordSetup: boolean },
): Promise<OpenedSession> {
  const now = ctx.clock.now()
  const [sessionId, token] = [ctx.ids.newId('ses'), ctx.secrets.newToken()]
  const expiresAt = new Date(now.getTime() + sessionLimits.lifetimeMs)
  if (ctx.actor.kind === 'user') {
    await deleteSession(tx, ctx.actor.sessionId)
    // Another tab may still follow the previous user's events.
    await publishLive(tx, { topic: 'session', subjectId: ctx.actor.userId })
  }
  await insertSession(tx, {
    id: sessionId,
    tokenHash: ctx.secrets.hash(token),
    userId,
    userAgent: ctx.request.userAgent.slice(0, 500),
    network: ctx.request.network,
    createdAt: now,
    expiresAt,
    lastSeenAt: now,
    authenticatedAt: now,
    passwordSetupUntil: options.passwordSetup ? new Date(now.getTime() + sessionLimits.passwordSetupMs) : null,
  })
  await saveLastActive(tx, userId, now)
  return { sessionId, token, expiresAt }
}
