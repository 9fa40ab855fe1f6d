import {
  merchantNotFound,
  merchantScope,
  type OneMerchant,
  scopeKey,
  scopeToMerchant,
} from '@quaff/features/sessions/server'
import {
  authorize,
  batchReads,
  type Context,
  type Page,
  pageTotal,
  type Queryable,
  repeatedRead,
  toPage,
} from '@quaff/platform/server'
import type {
  ListMerchantsInput,
  MerchantImpact,
  MerchantOption,
  MerchantRecord,
  MerchantRow,
  MerchantTab,
} from '../contract'
import { isUnused, readStatus } from '../lifecycle-rules'
import { merchantPermissions } from '../permissions'
import { logoOf, merchantTab } from '../rules'
import { countOfGroups, listMerchantGroups, sumOf, countUsage } from './merchant-counts-store'
import { presentMerchantRecord, presentMerchantRow } from './merchant-presenter'
import { listOwnersToMail } from './merchant-record-store'
import { countMerchantRows, findMerchantRow, listMerchantRows, listOptionRows, requireMerchant } from './merchant-store'

/** A missing merchant and a foreign one give the same refusal. */
export async function getMerchant(ctx: Context, { merchantId }: { merchantId: string }): Promise<MerchantRecord> {
  const actor = authorize(ctx.actor, merchantPermissions, 'merchant.get')
  return readMerchant(ctx.db, scopeToMerchant(actor, merchantId))
}

/** The record as the verbs answer it, read once the change is committed. */
export async function readMerchant(db: Queryable, scope: OneMerchant): Promise<MerchantRecord> {
  const row = await findMerchantRow(db, scope)
  if (!row) throw merchantNotFound()
  return presentMerchantRecord(row)
}

/** Spec §7 "Merchant list query", over all merchants that the caller may see (G27). */
export async function listMerchants(ctx: Context, input: ListMerchantsInput): Promise<Page<MerchantRow>> {
  const scope = merchantScope(authorize(ctx.actor, merchantPermissions, 'merchant.list'))
  const { sort, order, limit, cursor, ...filter } = input
  const rows = await repeatedRead(ctx.db, ['merchants', scopeKey(scope), input], () =>
    listMerchantRows(ctx.db, scope, input),
  )
  const total = await pageTotal(
    ctx,
    { rows, limit, cursor, of: ['merchants', scope, filter] },
    async () => (await countOfGroups(ctx.db, scope, filter)) ?? countMerchantRows(ctx.db, scope, filter),
  )
  return toPage(rows, { name: sort, order, limit, total }, presentMerchantRow)
}

/** The merchant switcher's list: at most 50, by name. */
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

/** Per tab, for merchants that the caller may see; the four tabs add up to `all`. */
export async function countMerchants(ctx: Context): Promise<Record<MerchantTab, number>> {
  const scope = merchantScope(authorize(ctx.actor, merchantPermissions, 'merchant.list'))
  const groups = await listMerchantGroups(ctx.db, scope)
  const of = (tab: MerchantTab) => sumOf(groups.filter((group) => merchantTab(group) === tab))
  return { all: sumOf(groups), live: of('live'), review: of('review'), setup: of('setup'), other: of('other') }
}

/** Returns the records that a change of status or a deletion would affect. */
export async function getMerchantImpact(ctx: Context, { merchantId }: { merchantId: string }): Promise<MerchantImpact> {
  const scope = scopeToMerchant(authorize(ctx.actor, merchantPermissions, 'merchant.impact'), merchantId)
  const [usage, owners] = await batchReads(ctx.db, (db) =>
    Promise.all([countUsage(db, scope), listOwnersToMail(db, merchantId), requireMerchant(db, scope)]),
  )
  return { ...usage, owners: owners.length, deletable: isUnused(usage) }
}
