import { merchantNotFound, scopeToMerchant, type OneMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context, Queryable } from '@quaff/platform/server/context'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import type { MerchantRecord } from '../contract'
import { merchantPermissions } from '../permissions'
import { listRequests } from './change-request-store'
import { presentMerchantRecord } from './merchant-presenter'
import { findMerchantRow } from './merchant-store'

/** A missing merchant and a foreign one give the same refusal. */
export async function getMerchant(ctx: Context, { merchantId }: { merchantId: string }): Promise<MerchantRecord> {
  const actor = authorize(ctx.actor, merchantPermissions, 'merchant.get')
  return readMerchant(ctx.db, scopeToMerchant(actor, merchantId))
}

/** The record as the verbs answer it, read once the change is committed. */
export async function readMerchant(db: Queryable, scope: OneMerchant): Promise<MerchantRecord> {
  const [row, requests] = await batchReads(db, (one) =>
    Promise.all([findMerchantRow(one, scope), listRequests(one, scope)]),
  )
  if (!row) throw merchantNotFound()
  return presentMerchantRecord(row, requests)
}
