import type { Context } from '@quaff/platform/server/context'
import type { UsageOptions } from '../contract'
import { openRedemptions } from './open-venue'
import { listMethods } from './usage-store'

export async function listRedemptionOptions(
  ctx: Context,
  { merchantId }: { merchantId?: string },
): Promise<UsageOptions> {
  const { scope, venue } = await openRedemptions(ctx, merchantId)
  const named = (found: ReadonlyMap<string, { name: string }> = new Map()) =>
    [...found].map(([id, { name }]) => ({ id, name }))
  return { locations: named(venue?.locations), plans: named(venue?.plans), methods: await listMethods(ctx.db, scope) }
}
