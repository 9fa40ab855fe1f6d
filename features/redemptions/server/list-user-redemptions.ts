import { merchantScope } from '@quaff/features/sessions/server'
import { authorize, type Context, refuse } from '@quaff/platform/server'
import type { UserRedemptionList, UserRedemptionsInput } from '../contract'
import { redemptionPermissions } from '../permissions'
import { redemptionRefusals } from '../refusals'
import { redemptionView } from '../rules'
import { findAccount, selectUserRedemptions } from './user-redemption-store'

/** Returns redemptions of a user, newest first, including voided ones (spec §7, `users/{id}/redemptions`). */
export async function listUserRedemptions(
  ctx: Context,
  { userId, limit }: UserRedemptionsInput,
): Promise<UserRedemptionList> {
  const actor = authorize(ctx.actor, redemptionPermissions, 'redemption.ofUser')
  if (!(await findAccount(ctx.db, userId))) throw refuse(redemptionRefusals, 'USER')
  const rows = await selectUserRedemptions(ctx.db, merchantScope(actor), { userId, limit: limit + 1 })
  return { redemptions: rows.slice(0, limit).map((row) => redemptionView(row, row)), hasMore: rows.length > limit }
}
