import { forgetAddresses } from '@quaff/features/one-time-secrets/server'
import {
  authorize,
  type Context,
  forgetMails,
  inTransaction,
  isWithinLimit,
  linesWithoutControls,
  once,
  queueMail,
  recordAudit,
  refuse,
  staleVersion,
  type Transaction,
} from '@quaff/platform/server'
import type { ChangeEntriesInput, ChangeResult, ForgetEntryInput, SaveNotesInput } from '../entries-contract'
import { waitlistPermissions } from '../permissions'
import { waitlistRefusals } from '../refusals'
import { invitationEnd, joinPath, mailsInvitation, refusalOf, shownStatus, statusAfter } from '../rules'
import {
  deleteEntry,
  type EntryChange,
  isKnownElsewhere,
  lockEntries,
  saveEntry,
  type StoredEntry,
} from './entry-store'
import { waitlistInvitationMail } from './waitlist-emails'
import { lockWaitlist, type StoredWaitlist } from './waitlist-store'

/**
 * Runs an action on entries of a list. Each row has its own result; a refused one does not affect the others.
 * Versions are those that the administrator saw, so that only shown people are invited.
 */
export async function changeEntries(ctx: Context, input: ChangeEntriesInput): Promise<ChangeResult> {
  authorize(ctx.actor, waitlistPermissions, 'waitlist.changeEntries')
  const { requestKey, ...content } = input
  const allowed = input.action === 'resend' ? await mayResend(ctx, input.entries) : null
  return inTransaction(ctx, (tx) =>
    once(ctx, tx, { action: 'change_waitlist_entries', key: requestKey, input: content }, async () => {
      const list = await lockWaitlist(tx, input.waitlistId, 'share')
      if (!list) throw refuse(waitlistRefusals, 'WAITLIST')
      const ids = input.entries.map(({ id }) => id)
      const locked = await lockEntries(tx, list.id, ids)
      const results: ChangeResult = []
      for (const { id, version } of input.entries) {
        const entry = locked.get(id)
        const error = problemOf(ctx, input.action, entry, version) ?? (allowed?.has(id) === false ? tooOften : null)
        const isChanged = entry !== undefined && error === null
        if (isChanged) await changeOne(ctx, tx, { list, entry, action: input.action })
        // A second time in the same request it is no longer the row that was seen.
        locked.delete(id)
        results.push({
          id,
          label: entry?.name || entry?.email || id,
          ok: error === null,
          error,
          ...(isChanged && { version: entry.version + 1 }),
        })
      }
      return results
    }),
  )
}

const tooOften = 'Emailed 3 times in the last hour. Try again later.'

function problemOf(
  ctx: Context,
  action: ChangeEntriesInput['action'],
  entry: StoredEntry | undefined,
  version: number,
) {
  if (!entry) return waitlistRefusals.WAITLIST_ENTRY.text
  return (
    refusalOf(action, shownStatus(entry, ctx.clock.now())) ??
    (entry.version === version ? null : staleVersion().message)
  )
}

type Change = { list: StoredWaitlist; entry: StoredEntry; action: ChangeEntriesInput['action'] }

async function changeOne(ctx: Context, tx: Transaction, { list, entry, action }: Change) {
  const now = ctx.clock.now()
  const status = statusAfter[action]
  const details = { status, updatedAt: now }
  if (mailsInvitation(action)) {
    const { mail, ...invitation } = newInvitation(ctx, list, entry)
    await saveEntry(tx, entry.id, { ...details, ...invitation })
    await queueMail(ctx, tx, mail)
  } else {
    await saveEntry(tx, entry.id, { ...details, ...withoutInvitation, removedAt: status === 'removed' ? now : null })
  }
  await recordAudit(ctx, tx, {
    action: `${action}_waitlist_entry`,
    targetType: 'waitlist_entry',
    targetId: entry.id,
    before: { status: entry.status, waitlistId: list.id },
    after: { status, waitlistId: list.id },
  })
}

const withoutInvitation: EntryChange = { invitedAt: null, invitationExpiresAt: null, invitationHash: null }

/** Returns the entries below the hourly email limit. Runs before the transaction, which would lock the counter. */
async function mayResend(ctx: Context, entries: readonly { id: string }[]) {
  const allowed = new Set<string>()
  for (const { id } of entries) if (await isWithinLimit(ctx, 'waitlistResendPerEntry', id)) allowed.add(id)
  return allowed
}

/** Creates the token for the email. The row stores only its keyed hash, which replaces the previous one. */
function newInvitation(ctx: Context, list: StoredWaitlist, { email, name }: { email: string; name: string }) {
  const now = ctx.clock.now()
  const token = ctx.secrets.newToken()
  const invitationExpiresAt = invitationEnd(now, list.invitationDays)
  const url = `${ctx.settings.baseUrl}${joinPath(list.slug)}?invite=${token}`
  const mail = waitlistInvitationMail({
    url,
    name,
    listName: list.name,
    expiresAt: invitationExpiresAt,
    timeZone: ctx.settings.timeZone,
  })
  return {
    invitedAt: now,
    invitationExpiresAt,
    invitationHash: invitationHash(ctx, token),
    mail: { to: email, ...mail },
  }
}

export const invitationHash = ({ secrets }: Pick<Context, 'secrets'>, token: string) =>
  secrets.hash(`waitlist-invitation:${token}`)

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
    // Without the text: notes are deleted with the person, the log is not.
    await recordAudit(ctx, tx, { action: 'note_waitlist_entry', targetType: 'waitlist_entry', targetId: entryId })
    return { version }
  })
}

/**
 * Permanently deletes a person without an account from this list, with the emails to the address unless it is used
 * elsewhere. The log records the action without the person.
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

/** Never receives email (G29). */
const placeholderOf = (entryId: string) => `${entryId.replaceAll('_', '-').toLowerCase()}@erased.invalid`
