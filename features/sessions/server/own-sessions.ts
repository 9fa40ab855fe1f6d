import { saveCsvDialect } from '@quaff/features/accounts/server'
import type { NewUserActivity } from '@quaff/features/activity/user-activity-contract'
import {
  type Context,
  inTransaction,
  publishLive,
  recordAudit,
  refuse,
  requireUser,
  type Transaction,
} from '@quaff/platform/server'
import type { CsvDialect } from '@quaff/platform/shared/csv-format'
import type { OwnSession } from '../contract'
import { sessionRefusals } from '../refusals'
import { describeDevice, shortNetwork } from '../rules'
import { deleteNamedSessions, deleteSession, deleteSessionOf, deleteSessions, listSessionsOf } from './session-store'

/** Not audited, like the time of the last visit. */
export async function saveOwnCsvDialect(
  ctx: Context,
  { csvDialect }: { csvDialect: CsvDialect },
): Promise<{ success: true }> {
  const { userId } = requireUser(ctx.actor)
  await inTransaction(ctx, (tx) => saveCsvDialect(tx, userId, csvDialect))
  return { success: true }
}

export async function listOwnSessions(ctx: Context): Promise<OwnSession[]> {
  const actor = requireUser(ctx.actor)
  const rows = await listSessionsOf(ctx.db, actor, ctx.clock.now())
  return rows.map(({ id, userAgent, network, createdAt, lastSeenAt }) => ({
    id,
    device: describeDevice(userAgent),
    network: shortNetwork(network),
    signedInAt: createdAt,
    lastSeenAt,
    isCurrent: id === actor.sessionId,
  }))
}

/**
 * Needs no recent sign-in: a user who finds a foreign session must be able to end it immediately. The event closes
 * its streams.
 */
export async function endOwnSession(
  ctx: Context,
  { sessionId }: { sessionId: string },
  noteActivity: NoteActivity,
): Promise<{ success: true }> {
  const actor = requireUser(ctx.actor)
  if (sessionId === actor.sessionId) throw refuse(sessionRefusals, 'THIS_SESSION')
  await inTransaction(ctx, async (tx) => {
    const ended = await deleteSessionOf(tx, actor.userId, sessionId)
    if (!ended) throw refuse(sessionRefusals, 'SESSION')
    await publishLive(tx, { topic: 'session', subjectId: actor.userId })
    const device = describeDevice(ended.userAgent)
    await noteActivity(ctx, tx, { userId: actor.userId, action: 'sessions_ended', details: { device } })
    await recordAudit(ctx, tx, {
      action: 'end_session',
      targetType: 'user',
      targetId: actor.userId,
      after: { sessionId, device },
    })
  })
  return { success: true }
}

export async function endOtherSessions(ctx: Context, noteActivity: NoteActivity): Promise<{ ended: number }> {
  const actor = requireUser(ctx.actor)
  const ended = await inTransaction(ctx, async (tx) => {
    const count = await endSessions(tx, actor.userId, actor.sessionId)
    if (count === 0) return 0
    const details = { others: count }
    await noteActivity(ctx, tx, { userId: actor.userId, action: 'sessions_ended', details: details })
    const subject = { targetType: 'user', targetId: actor.userId }
    await recordAudit(ctx, tx, { action: 'end_session', ...subject, after: details })
    return count
  })
  return { ended }
}

/** Returns where the user continues to sign out at the provider too. */
export type FindSignOutElsewhere = (ctx: Context, sessionId: string) => Promise<string | null>

/** Succeeds without a session too: signing out twice is no error. */
export async function signOut(
  ctx: Context,
  noteActivity: NoteActivity,
  findElsewhere: FindSignOutElsewhere = async () => null,
): Promise<{ success: true; continueAt?: string }> {
  const { actor } = ctx
  const continueAt = actor.kind === 'user' ? await findElsewhere(ctx, actor.sessionId) : null
  if (actor.kind === 'user') {
    await inTransaction(ctx, async (tx) => {
      if (!(await deleteSession(tx, actor.sessionId))) return
      await noteActivity(ctx, tx, { userId: actor.userId, action: 'sign_out' })
      await publishLive(tx, { topic: 'session', subjectId: actor.userId })
    })
  }
  ctx.cookies.clearCache()
  return { success: true, ...(continueAt !== null && { continueAt }) }
}

/**
 * Writes an entry about a person. Handed in by the app: the activity feature reads through the scopes of the sessions,
 * so the sessions cannot import it.
 */
export type NoteActivity = (ctx: Context, tx: Transaction, entry: NewUserActivity) => Promise<void>

/** Ends a person's sessions in the transaction of what made it necessary; the event closes the live streams. */
export async function endSessions(tx: Transaction, userId: string, exceptSessionId?: string): Promise<number> {
  const ended = await deleteSessions(tx, userId, exceptSessionId)
  await publishLive(tx, { topic: 'session', subjectId: userId })
  return ended
}

/** Ends these, whosever they are; the events close their streams. */
export async function endNamedSessions(tx: Transaction, sessionIds: readonly string[]) {
  const ended = await deleteNamedSessions(tx, sessionIds)
  for (const userId of new Set(ended.map((one) => one.userId)))
    await publishLive(tx, { topic: 'session', subjectId: userId })
  return ended
}
