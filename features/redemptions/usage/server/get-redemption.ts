import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import { redemptionRefusals } from '../../refusals'
import type { GetRedemptionInput, UsageRow } from '../contract'
import { openRedemptions } from './open-venue'
import { findUsageRow } from './usage-store'

export async function getRedemption(ctx: Context, input: GetRedemptionInput): Promise<UsageRow> {
  const { scope, present } = await openRedemptions(ctx, input.merchantId)
  const row = await findUsageRow(ctx.db, scope, { id: input.redemptionId, redeemedAt: input.redeemedAt })
  const [shown] = row ? await present([row]) : []
  if (!shown) throw refuse(redemptionRefusals, 'REDEMPTION')
  return shown
}
