import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
import type { Page } from '@quaff/platform/shared/pagination'
import type { ListMerchantsInput, MerchantRow } from '../contract'
import { merchantPermissions } from '../permissions'
import { countOfGroups } from './merchant-counts-store'
import { presentMerchantRow } from './merchant-presenter'
import { countMerchantRows, listMerchantRows } from './merchant-store'

/** Spec §7 "Merchant list query", over all merchants the asker may see (G27). */
export async function listMerchants(ctx: Context, input: ListMerchantsInput): Promise<Page<MerchantRow>> {
  const scope = merchantScope(authorize(ctx.actor, merchantPermissions, 'merchant.list'))
  const { sort, order, limit, cursor, ...filter } = input
  const rows = await listMerchantRows(ctx.db, scope, input)
  const total = await pageTotal(
    ctx,
    { rows, limit, cursor, of: ['merchants', scope, filter] },
    async () => (await countOfGroups(ctx.db, scope, filter)) ?? countMerchantRows(ctx.db, scope, filter),
  )
  return toPage(rows, { name: sort, order, limit, total }, presentMerchantRow)
}
