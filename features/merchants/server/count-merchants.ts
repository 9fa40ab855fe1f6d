import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { MerchantTab } from '../contract'
import { merchantPermissions } from '../permissions'
import { countByTab } from './merchant-store'

/** Per tab, of the merchants the asker may see; the four tabs add up to `all`. */
export async function countMerchants(ctx: Context): Promise<Record<MerchantTab, number>> {
  const scope = merchantScope(authorize(ctx.actor, merchantPermissions, 'merchant.list'))
  const rows = await countByTab(ctx.db, scope)
  const of = (tab: MerchantTab) => rows.find((row) => row.tab === tab)?.count ?? 0
  const all = rows.reduce((sum, row) => sum + row.count, 0)
  return { all, live: of('live'), review: of('review'), setup: of('setup'), other: of('other') }
}
