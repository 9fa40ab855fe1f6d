import { authorize, type Context, inTransaction, recordAudit, sendMailKind } from '@quaff/platform/server'
import type { RetryablePart } from '../health-contract'
import { settingsPermissions } from '../permissions'
import { platformSettingsId } from '../platform-contract'
import { reviveJobs } from './health-store'

/** Makes all failed emails, or all other failed jobs, due now. */
export async function retryFailed(ctx: Context, { part }: { part: RetryablePart }): Promise<{ retried: number }> {
  authorize(ctx.actor, settingsPermissions, 'settings.retry')
  return inTransaction(ctx, async (tx) => {
    const kinds = await reviveJobs(tx, { now: ctx.clock.now(), mailKind: sendMailKind, isMail: part === 'mail' })
    if (kinds.length > 0)
      await recordAudit(ctx, tx, {
        action: 'retry_failed_jobs',
        targetType: 'platform',
        targetId: platformSettingsId,
        after: { retried: kinds.length, kinds: [...new Set(kinds)].toSorted() },
      })
    return { retried: kinds.length }
  })
}
