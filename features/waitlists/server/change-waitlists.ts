import {
  authorize,
  type Context,
  inTransaction,
  linesWithoutControls,
  once,
  recordAudit,
  refuse,
  staleVersion,
  type Transaction,
  withoutControls,
} from '@quaff/platform/server'
import {
  type CreateWaitlistInput,
  type RemoveWaitlistInput,
  type SetWaitlistOpenInput,
  type UpdateWaitlistInput,
  type Waitlist,
  waitlistLimits,
} from '../contract'
import { waitlistPermissions } from '../permissions'
import { waitlistRefusals } from '../refusals'
import { presentCounted } from './read-waitlists'
import {
  countWaitlists,
  deleteWaitlist,
  findWaitlist,
  insertWaitlist,
  isEmptyWaitlist,
  isSlugTaken,
  lockWaitlist,
  saveWaitlist,
  type StoredWaitlist,
  type WaitlistChange,
} from './waitlist-store'

/** Refuses a taken address with SLUG_TAKEN. A new list is open. */
export async function createWaitlist(ctx: Context, input: CreateWaitlistInput): Promise<Waitlist> {
  const actor = authorize(ctx.actor, waitlistPermissions, 'waitlist.manage')
  const { requestKey, ...content } = input
  return inTransaction(ctx, async (tx) => {
    const waitlistId = await once(ctx, tx, { action: 'create_waitlist', key: requestKey, input: content }, async () => {
      if ((await countWaitlists(tx)) >= waitlistLimits.lists) throw refuse(waitlistRefusals, 'TOO_MANY_LISTS')
      const id = ctx.ids.newId('wl')
      const now = ctx.clock.now()
      const fields = cleanWaitlist(input)
      const row = { id, ...fields, createdAt: now, createdBy: actor.userId, updatedAt: now }
      if (!(await insertWaitlist(tx, row))) throw refuse(waitlistRefusals, 'SLUG_TAKEN')
      await recordAudit(ctx, tx, { action: 'create_waitlist', targetType: 'waitlist', targetId: id, after: fields })
      return id
    })
    const created = await findWaitlist(tx, waitlistId)
    if (!created) throw refuse(waitlistRefusals, 'WAITLIST')
    return presentCounted(tx, created, ctx.clock.now())
  })
}

function cleanWaitlist(input: CreateWaitlistInput | UpdateWaitlistInput) {
  const { kind, slug, invitationDays } = input
  return {
    name: withoutControls(input.name),
    kind,
    slug,
    description: linesWithoutControls(input.description),
    city: kind === 'city' ? withoutControls(input.city) : null,
    invitationDays,
  }
}

/** Emailed invitations keep their expiry. Refuses with STALE_VERSION and SLUG_TAKEN. */
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

async function lockVersion(tx: Transaction, { waitlistId, version }: { waitlistId: string; version: number }) {
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

/** A closed list rejects new people from its join page; administrators can still manage its entries. */
export async function setWaitlistOpen(ctx: Context, input: SetWaitlistOpenInput): Promise<Waitlist> {
  authorize(ctx.actor, waitlistPermissions, 'waitlist.manage')
  return inTransaction(ctx, async (tx) => {
    const before = await lockVersion(tx, input)
    if (before.isOpen === input.isOpen) return presentCounted(tx, before, ctx.clock.now())
    const action = input.isOpen ? 'open_waitlist' : 'close_waitlist'
    return writeChange(ctx, tx, { action, before, change: { isOpen: input.isOpen } })
  })
}

/** Refuses while the list has entries. Removed people count, so that their removal isn't forgotten. */
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
