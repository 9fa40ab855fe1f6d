import { requireUser } from '@quaff/platform/server/authorize'
import type { Context, Queryable } from '@quaff/platform/server/context'
import type { NotificationPreferences } from '../contract'
import { findPreferences } from './preferences-store'

/** One's own; who never chose anything is mailed nothing. */
export async function getPreferences(ctx: Context): Promise<NotificationPreferences> {
  return readPreferences(ctx.db, requireUser(ctx.actor).userId)
}

export async function readPreferences(db: Queryable, userId: string): Promise<NotificationPreferences> {
  const row = await findPreferences(db, userId)
  return { dailyMail: row?.dailyMail ?? false, updatedAt: row?.updatedAt ?? null }
}
