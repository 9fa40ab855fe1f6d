import { forgetAddresses } from '@quaff/features/one-time-secrets/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { forgetMails } from '@quaff/platform/server/mail/forget-mails'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse, staleVersion } from '@quaff/platform/shared/refusal'
import type { ForgetEntryInput } from '../entries-contract'
import { waitlistPermissions } from '../permissions'
import { waitlistRefusals } from '../refusals'
import { deleteEntry, isKnownElsewhere, lockEntries } from './entry-store'

/**
 * Somebody without an account, for good and from this list. Mails to the address go with them, unless it is known for
 * something else. The log says that it was done, not to whom.
 */
export async function forgetEntry(ctx: Context, input: ForgetEntryInput): Promise<{ success: true }> {
  authorize(ctx.actor, waitlistPermissions, 'waitlist.changeEntries')
  const { waitlistId, entryId, version } = input
  await inTransaction(ctx, async (tx) => {
    const entry = (await lockEntries(tx, waitlistId, [entryId])).get(entryId)
    if (!entry) throw refuse(waitlistRefusals, 'WAITLIST_ENTRY')
    if (entry.version !== version) throw staleVersion({ type: 'waitlist_entry', id: entryId, savedAt: entry.updatedAt })
    await deleteEntry(tx, entryId)
    if (!(await isKnownElsewhere(tx, entry.email))) {
      await forgetAddresses(tx, [entry.email])
      await forgetMails(tx, [entry.email], placeholderOf(entryId))
    }
    await recordAudit(ctx, tx, {
      action: 'forget_waitlist_entry',
      targetType: 'waitlist_entry',
      targetId: entryId,
      before: { status: entry.status, waitlistId },
    })
  })
  return { success: true }
}

/** Never mailed (G29). */
const placeholderOf = (entryId: string) => `${entryId.replaceAll('_', '-').toLowerCase()}@erased.invalid`
