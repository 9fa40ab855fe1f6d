import { forgetLinkMaker } from '@quaff/features/affiliates/server'
import { forgetAddresses } from '@quaff/features/one-time-secrets/server'
import { forgetSubmissionsOf } from '@quaff/features/signup-forms/server'
import { forgetSignupsOf } from '@quaff/features/signup/server'
import { erasedAddress } from '@quaff/features/users/server'
import { forgetEntriesOf } from '@quaff/features/waitlists/server'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { listAddressesOf } from './person-store'

const nobody = 'Erased person'

/** What the person left at forms that need no account, under the addresses of theirs or through it. */
export async function forgetGrowth(ctx: Context, tx: Transaction, userId: string): Promise<void> {
  const addresses = await listAddressesOf(tx, userId)
  const forgotten = { userId, addresses, placeholder: erasedAddress(userId), nobody, now: ctx.clock.now() }
  await forgetEntriesOf(tx, addresses)
  await forgetSubmissionsOf(tx, forgotten)
  await forgetSignupsOf(tx, forgotten)
  await forgetAddresses(tx, addresses)
  await forgetLinkMaker(tx, userId)
}
