import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse, staleVersion } from '@quaff/platform/shared/refusal'
import { linesWithoutControls } from '@quaff/platform/shared/text'
import type { SaveNotesInput } from '../entries/contract'
import { waitlistPermissions } from '../permissions'
import { waitlistRefusals } from '../refusals'
import { lockEntries, saveEntry } from './entry-store'

export async function saveNotes(ctx: Context, input: SaveNotesInput): Promise<{ version: number }> {
  authorize(ctx.actor, waitlistPermissions, 'waitlist.changeEntries')
  const { waitlistId, entryId } = input
  const notes = linesWithoutControls(input.notes)
  return inTransaction(ctx, async (tx) => {
    const entry = (await lockEntries(tx, waitlistId, [entryId])).get(entryId)
    if (!entry) throw refuse(waitlistRefusals, 'WAITLIST_ENTRY')
    if (entry.version !== input.version)
      throw staleVersion({ type: 'waitlist_entry', id: entryId, savedAt: entry.updatedAt })
    if (entry.notes === notes) return { version: entry.version }
    const version = await saveEntry(tx, entryId, { notes, updatedAt: ctx.clock.now() })
    // Without the text: notes about a person leave with the person, the log stays.
    await recordAudit(ctx, tx, { action: 'note_waitlist_entry', targetType: 'waitlist_entry', targetId: entryId })
    return { version }
  })
}
