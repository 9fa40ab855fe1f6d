import {
  authorize,
  type Context,
  inTransaction,
  type Queryable,
  recordAudit,
  requireUser,
} from '@quaff/platform/server'
import type { MarkSeenInput, NotificationPreferences, UpdatePreferencesInput } from '../contract'
import { notificationPermissions } from '../permissions'
import { findPreferences, saveDailyMail, saveSeen } from './preferences-store'

/** Returns the caller's own preferences. Without a choice or the administrator role, no email is sent. */
export async function getPreferences(ctx: Context): Promise<NotificationPreferences> {
  const { userId, role } = requireUser(ctx.actor)
  const stored = await readPreferences(ctx.db, userId)
  const mayHaveMail = notificationPermissions['notification.dailyMail'].some((allowed) => allowed === role)
  return { ...stored, dailyMail: mayHaveMail && stored.dailyMail }
}

async function readPreferences(db: Queryable, userId: string): Promise<NotificationPreferences> {
  const row = await findPreferences(db, userId)
  return { dailyMail: row?.dailyMail ?? false, updatedAt: row?.updatedAt ?? null }
}

/** Writes nothing if the value is unchanged. */
export async function updatePreferences(
  ctx: Context,
  { dailyMail }: UpdatePreferencesInput,
): Promise<NotificationPreferences> {
  const { userId } = authorize(ctx.actor, notificationPermissions, 'notification.dailyMail')
  return inTransaction(ctx, async (tx) => {
    const before = await readPreferences(tx, userId)
    if (before.dailyMail === dailyMail) return before
    await saveDailyMail(tx, userId, dailyMail, ctx.clock.now())
    await recordAudit(ctx, tx, {
      action: 'update_notification_preferences',
      targetType: 'user',
      targetId: userId,
      before: { dailyMail: before.dailyMail },
      after: { dailyMail },
    })
    return readPreferences(tx, userId)
  })
}

/** Not audited, like the time of the last visit. */
export async function markSeen(ctx: Context, { asOf }: MarkSeenInput = {}): Promise<{ success: true }> {
  const { userId } = requireUser(ctx.actor)
  const now = ctx.clock.now()
  // A time in the future counts as now.
  const seenAt = asOf && asOf < now ? asOf : now
  await inTransaction(ctx, (tx) => saveSeen(tx, userId, seenAt, now))
  return { success: true }
}
