import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { MerchantTab } from '../contract'
import { merchantPermissions } from '../permissions'
import { merchantTab } from '../rules'
import { listMerchantGroups, sumOf } from './merchant-counts-store'

/** Per tab, of the merchants the asker may see; the four tabs add up to `all`. */
export async function countMerchants(ctx: Context): Promise<Record<MerchantTab, number>> {
  const scope = merchantScope(authorize(ctx.actor, merchantPermissions, 'merchant.list'))
  const groups = await listMerchantGroups(ctx.db, scope)
  const of = (tab: MerchantTab) => sumOf(groups.filter((group) => merchantTab(group) === tab))
  return { all: sumOf(groups), live: of('live'), review: of('review'), setup: of('setup'), other: of('other') }
}
