import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import type { SetWaitlistOpenInput, Waitlist } from '../contract'
import { waitlistPermissions } from '../permissions'
import { presentCounted } from './present-waitlist'
import { lockVersion, writeChange } from './update-waitlist'

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
