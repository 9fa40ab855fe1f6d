import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { MerchantOption } from '../contract'
import { readStatus } from '../lifecycle-rules'
import { merchantPermissions } from '../permissions'
import { logoOf } from '../rules'
import { listOptionRows } from './merchant-store'

/** For the merchant switcher: at most 50, by name. */
export async function listMerchantOptions(ctx: Context, { q }: { q?: string }): Promise<MerchantOption[]> {
  const scope = merchantScope(authorize(ctx.actor, merchantPermissions, 'merchant.list'))
  const rows = await listOptionRows(ctx.db, scope, q)
  return rows.map((row) => ({
    id: row.id,
    name: row.name || 'Unknown Merchant',
    logoUrl: logoOf(row),
    status: readStatus(row.status),
    isLive: row.isLive,
    ...(row.timeZone ? { timeZone: row.timeZone } : {}),
  }))
}
