import { forgetUserActivity } from '@quaff/features/activity/server'
import { forgetLinkMaker } from '@quaff/features/affiliates/server'
import { forgetImported } from '@quaff/features/imports/server'
import { forgetPreferences } from '@quaff/features/notifications/server'
import { forgetAddresses } from '@quaff/features/one-time-secrets/server'
import { forgetReasonsOf } from '@quaff/features/refunds/server'
import { endSessions, requireRecentSignIn } from '@quaff/features/sessions/server'
import { forgetCredentials, forgetInvitations } from '@quaff/features/sign-in/server'
import { forgetSubmissionsOf } from '@quaff/features/signup-forms/server'
import { forgetSignupsOf } from '@quaff/features/signup/server'
import { userPermissions } from '@quaff/features/users/permissions'
import { userRefusals } from '@quaff/features/users/refusals'
import { eraseAccount, erasedAddress } from '@quaff/features/users/server'
import { forgetEntriesOf } from '@quaff/features/waitlists/server'
import {
  authorize,
  type Context,
  forgetMails,
  inTransaction,
  recordAudit,
  refuse,
  type Transaction,
} from '@quaff/platform/server'
import type { ErasePersonInput, KeptFigures } from '../contract'
import { countFiguresOf, findPerson, listAddressesOf } from './person-store'

/**
 * Makes the person unidentifiable and the account inaccessible; the address can be used again. Subscriptions and
 * redemptions stay, so that statistics do not change. The administrators' log stays too: it is append-only and names
 * people by id.
 */
export async function erasePerson(ctx: Context, input: ErasePersonInput): Promise<{ success: true }> {
  authorize(ctx.actor, userPermissions, 'user.erase')
  requireRecentSignIn(ctx)
  const { userId } = input
  await inTransaction(ctx, async (tx) => {
    // Before the account: deciding an application locks that first, then the person.
    await forgetGrowth(ctx, tx, userId)
    const account = await eraseAccount(ctx, tx, input)
    await endSessions(tx, userId)
    await forgetImported(tx, userId)
    const formerAddresses = await forgetCredentials(tx, userId, await forgetUserActivity(tx, userId))
    await forgetPreferences(tx, userId)
    await forgetReasonsOf(tx, userId)
    const addresses = [account.email, ...formerAddresses]
    await forgetInvitations(tx, addresses)
    await forgetMails(tx, addresses, erasedAddress(userId))
    await recordAudit(ctx, tx, {
      action: 'erase_user',
      targetType: 'user',
      targetId: userId,
      before: { role: account.role, status: account.status, merchantIds: account.merchantIds },
    })
  })
  return { success: true }
}

export async function countKeptFigures(ctx: Context, { userId }: { userId: string }): Promise<KeptFigures> {
  authorize(ctx.actor, userPermissions, 'user.erase')
  if (!(await findPerson(ctx.db, userId))) throw refuse(userRefusals, 'USER')
  return countFiguresOf(ctx.db, userId)
}

const noOne = 'Erased person'

/** Deletes data from public forms under the person's addresses. */
async function forgetGrowth(ctx: Context, tx: Transaction, userId: string) {
  const addresses = await listAddressesOf(tx, userId)
  const forgotten = { userId, addresses, placeholder: erasedAddress(userId), noOne, now: ctx.clock.now() }
  await forgetEntriesOf(tx, addresses)
  await forgetSubmissionsOf(tx, forgotten)
  await forgetSignupsOf(tx, forgotten)
  await forgetAddresses(tx, addresses)
  await forgetLinkMaker(tx, userId)
}
