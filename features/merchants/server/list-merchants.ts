import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import type { Page } from '@quaff/platform/shared/pagination'
import type { ListMerchantsInput, MerchantRow } from '../contract'
import { merchantPermissions } from '../permissions'
import { presentMerchantRow } from './merchant-presenter'
import { countMerchantRows, listMerchantRows } from './merchant-store'

/** Spec §7 "Merchant list query", over all merchants the asker may see (decision 27). */
export async function listMerchants(ctx: Context, input: ListMerchantsInput): Promise<Page<MerchantRow>> {
  const scope = merchantScope(authorize(ctx.actor, merchantPermissions, 'merchant.list'))
  const [rows, total] = await Promise.all([
    listMerchantRows(ctx.db, scope, input),
    countMerchantRows(ctx.db, scope, input),
  ])
  return toPage(rows, { name: input.sort, order: input.order, limit: input.limit, total }, presentMerchantRow)
}
