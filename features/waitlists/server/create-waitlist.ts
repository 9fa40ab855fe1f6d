import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { once } from '@quaff/platform/server/once'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { linesWithoutControls, withoutControls } from '@quaff/platform/shared/text'
import { type CreateWaitlistInput, type UpdateWaitlistInput, type Waitlist, waitlistLimits } from '../contract'
import { waitlistPermissions } from '../permissions'
import { waitlistRefusals } from '../refusals'
import { presentCounted } from './read-waitlists'
import { countWaitlists, findWaitlist, insertWaitlist } from './waitlist-store'

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

/** What the form gave, as it is stored. */
export function cleanWaitlist(input: CreateWaitlistInput | UpdateWaitlistInput) {
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
