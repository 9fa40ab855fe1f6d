import { requireUser } from '@quaff/platform/server/authorize'
import type { Context, Queryable } from '@quaff/platform/server/context'
import type { NotificationPreferences } from '../contract'
import { notificationPermissions } from '../permissions'
import { findPreferences } from './preferences-store'

/** One's own; who never chose anything is mailed nothing, nor is anybody who is no administrator any more. */
export async function getPreferences(ctx: Context): Promise<NotificationPreferences> {
  const { userId, role } = requireUser(ctx.actor)
  const stored = await readPreferences(ctx.db, userId)
  const mayHaveMail = notificationPermissions['notification.dailyMail'].some((allowed) => allowed === role)
  return { ...stored, dailyMail: mayHaveMail && stored.dailyMail }
}

export async function readPreferences(db: Queryable, userId: string): Promise<NotificationPreferences> {
  const row = await findPreferences(db, userId)
  return { dailyMail: row?.dailyMail ?? false, updatedAt: row?.updatedAt ?? null }
}
