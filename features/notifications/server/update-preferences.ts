import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import type { NotificationPreferences, UpdatePreferencesInput } from '../contract'
import { notificationPermissions } from '../permissions'
import { readPreferences } from './get-preferences'
import { saveDailyMail } from './preferences-store'

/** One's own. Set again to what it is, nothing is written. */
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
