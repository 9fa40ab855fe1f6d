import { requireMailboxProof } from '@quaff/features/mailbox/server'
import type { Context } from '@quaff/platform/server/context'
import type { Conversion, ConversionInput } from '../contract'
import { conversionState, purposeOf } from '../rules'
import { findConvertingAccount } from './converting-account-store'

/** What the holder of a proof may know of the own account (G37): no session is made. */
export async function getConversion(ctx: Context, { proof, kind }: ConversionInput): Promise<Conversion> {
  const email = await requireMailboxProof(ctx, ctx.db, { token: proof, purpose: purposeOf(kind) })
  const account = await findConvertingAccount(ctx.db, email)
  const state = conversionState(account)
  if (!account || state !== 'convertible') return { state, displayName: null, passes: 0, memberSince: null }
  const { displayName, subscriptionCount: passes, createdAt: memberSince } = account
  return { state, displayName, passes, memberSince }
}
