import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
import type { Page } from '@quaff/platform/shared/pagination'
import { refuse } from '@quaff/platform/shared/refusal'
import { merchantScope, scopeToMerchant } from '@quaff/features/sessions/server'
import { redemptionPermissions } from '../../permissions'
import type {
  CountRedemptionsInput,
  GetRedemptionInput,
  ListRedemptionsInput,
  RedemptionCounts,
  UsageOptions,
  UsageRow,
} from '../../usage/contract'
import { redemptionRefusals } from '../../refusals'
import { countUsage } from './count-usage'
import { usageQuery } from './usage-query'
import { openRedemptions, openVenue } from './open-venue'
import { findUsageRow, listCounts, listMethods, listUsageRows, usageOrder } from './usage-store'

export async function listRedemptions(ctx: Context, input: ListRedemptionsInput): Promise<Page<UsageRow>> {
  const { merchantId, limit, cursor, ...asked } = input
  const { scope, present } = await openRedemptions(ctx, merchantId)
  const filter = usageQuery(ctx, asked)
  const rows = await listUsageRows(ctx.db, scope, filter, { limit, cursor })
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['redemptions', scope, filter] }, () =>
    countUsage(ctx, scope, filter),
  )
  const page = toPage(rows, { ...usageOrder, limit, total }, (row) => row)
  return { ...page, rows: await present(rows) }
}

export async function getRedemption(ctx: Context, input: GetRedemptionInput): Promise<UsageRow> {
  const { scope, present } = await openRedemptions(ctx, input.merchantId)
  const row = await findUsageRow(ctx.db, scope, { id: input.redemptionId, redeemedAt: input.redeemedAt })
  const [shown] = row ? await present([row]) : []
  if (!shown) throw refuse(redemptionRefusals, 'REDEMPTION')
  return shown
}

export async function listRedemptionOptions(
  ctx: Context,
  { merchantId }: { merchantId?: string },
): Promise<UsageOptions> {
  const { scope, venue } = await openRedemptions(ctx, merchantId)
  const named = (found: ReadonlyMap<string, { name: string }> = new Map()) =>
    [...found].map(([id, { name }]) => ({ id, name }))
  return {
    locations: named(venue?.locations),
    plans: named(venue?.plans),
    methods: await listMethods(ctx.db, scope),
  }
}

/** Without a merchant: of all that the reader may see. */
export async function countRedemptions(ctx: Context, { merchantId }: CountRedemptionsInput): Promise<RedemptionCounts> {
  const actor = authorize(ctx.actor, redemptionPermissions, 'redemption.list')
  if (merchantId !== undefined) await openVenue(ctx, merchantId)
  const scope = merchantId === undefined ? merchantScope(actor) : scopeToMerchant(actor, merchantId)
  const counts = await listCounts(ctx.db, scope)
  return { counts, total: counts.reduce((sum, { count }) => sum + count, 0) }
}
