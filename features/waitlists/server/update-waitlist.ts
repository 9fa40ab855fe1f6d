import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse, staleVersion } from '@quaff/platform/shared/refusal'
import type { RemoveWaitlistInput, SetWaitlistOpenInput, UpdateWaitlistInput, Waitlist } from '../contract'
import { waitlistPermissions } from '../permissions'
import { waitlistRefusals } from '../refusals'
import { cleanWaitlist } from './create-waitlist'
import { presentCounted } from './read-waitlists'
import {
  deleteWaitlist,
  isEmptyWaitlist,
  isSlugTaken,
  lockWaitlist,
  saveWaitlist,
  type StoredWaitlist,
  type WaitlistChange,
} from './waitlist-store'

/** Invitations already mailed keep their time. Refuses with STALE_VERSION and SLUG_TAKEN. */
export async function updateWaitlist(ctx: Context, input: UpdateWaitlistInput): Promise<Waitlist> {
  authorize(ctx.actor, waitlistPermissions, 'waitlist.manage')
  const change = cleanWaitlist(input)
  return inTransaction(ctx, async (tx) => {
    const before = await lockVersion(tx, input)
    if (change.slug !== before.slug && (await isSlugTaken(tx, change.slug)))
      throw refuse(waitlistRefusals, 'SLUG_TAKEN')
    return writeChange(ctx, tx, { action: 'update_waitlist', before, change })
  })
}

async function lockVersion(
  tx: Transaction,
  { waitlistId, version }: { waitlistId: string; version: number },
): Promise<StoredWaitlist> {
  const row = await lockWaitlist(tx, waitlistId, 'update')
  if (!row) throw refuse(waitlistRefusals, 'WAITLIST')
  if (row.version !== version) throw staleVersion({ type: 'waitlist', id: row.id, savedAt: row.updatedAt })
  return row
}

async function writeChange(
  ctx: Context,
  tx: Transaction,
  { action, before, change }: { action: string; before: StoredWaitlist; change: WaitlistChange },
): Promise<Waitlist> {
  const saved = await saveWaitlist(tx, before.id, { ...change, updatedAt: ctx.clock.now() })
  await recordAudit(ctx, tx, {
    action,
    targetType: 'waitlist',
    targetId: before.id,
    before: Object.fromEntries(Object.entries(before).filter(([field]) => field in change)),
    after: change,
  })
  return presentCounted(tx, saved, ctx.clock.now())
}

/** A closed list takes nobody new by its join page; administrators go on with whom it holds. */
export async function setWaitlistOpen(ctx: Context, input: SetWaitlistOpenInput): Promise<Waitlist> {
  authorize(ctx.actor, waitlistPermissions, 'waitlist.manage')
  return inTransaction(ctx, async (tx) => {
    const before = await lockVersion(tx, input)
    if (before.isOpen === input.isOpen) return presentCounted(tx, before, ctx.clock.now())
    const action = input.isOpen ? 'open_waitlist' : 'close_waitlist'
    return writeChange(ctx, tx, { action, before, change: { isOpen: input.isOpen } })
  })
}

/** Only while nobody stands on it; a removed person still does, so that nobody loses who was asked to leave. */
export async function removeWaitlist(ctx: Context, input: RemoveWaitlistInput): Promise<{ success: true }> {
  authorize(ctx.actor, waitlistPermissions, 'waitlist.manage')
  await inTransaction(ctx, async (tx) => {
    const { id, name, slug } = await lockVersion(tx, input)
    if (!(await isEmptyWaitlist(tx, id))) throw refuse(waitlistRefusals, 'NOT_EMPTY')
    await deleteWaitlist(tx, id)
    await recordAudit(ctx, tx, {
      action: 'delete_waitlist',
      targetType: 'waitlist',
      targetId: id,
      before: { name, slug },
    })
  })
  return { success: true }
}
