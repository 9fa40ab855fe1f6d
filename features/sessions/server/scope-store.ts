import { eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { merchants } from '@quaff/features/merchants/tables'
import { isSameZone, type Queryable, type Services, type Transaction } from '@quaff/platform/server'
import {
  hasLocalDays,
  type MerchantScope,
  type OneMerchant,
  requireMinted,
  merchantNotFound,
  onlyMerchant,
  withLocalDays,
} from './merchant-scope'

/** The row rule as SQL: `column` holds the merchant's id. */
export function scopeWhere(scope: MerchantScope, column: AnyPgColumn) {
  requireMinted(scope)
  if (scope.all) return sql`true`
  return scope.merchantIds.length === 0 ? sql`false` : inArray(column, [...scope.merchantIds])
}

/** The scope as an input of a repeated read. */
export function scopeKey(scope: MerchantScope) {
  requireMinted(scope)
  return scope.all ? 'all' : [hasLocalDays(scope), ...scope.merchantIds]
}

/** The merchant's id as a parameter of a prepared read. */
export function merchantIdOf(scope: OneMerchant) {
  requireMinted(scope)
  return scope.id
}

/** Undefined where the merchant is missing, null where no zone of it is known. */
export async function findMerchantZone(db: Queryable, merchantId: string) {
  const [row] = await db.select({ timeZone: merchants.timeZone }).from(merchants).where(eq(merchants.id, merchantId))
  return row?.timeZone
}

export type MerchantZones = ReadonlyMap<string, string>

/** Own zones by merchant; the caller holds what a change of a zone waits for. */
export async function listMerchantZones(tx: Queryable, merchantIds: readonly string[]): Promise<MerchantZones> {
  return merchantIds.length === 0 ? new Map() : zonesOf(await selectZones(tx, merchantIds))
}

/** The same, and no zone changes until the transaction ends. */
export async function lockMerchantZones(tx: Transaction, merchantIds: readonly string[]) {
  return zonesOf(await selectZones(tx, merchantIds).orderBy(merchants.id).for('key share'))
}

function selectZones(db: Queryable, merchantIds: readonly string[]) {
  return db
    .select({ id: merchants.id, timeZone: merchants.timeZone })
    .from(merchants)
    .where(inArray(merchants.id, [...new Set(merchantIds)]))
}

const zonesOf = (rows: { id: string; timeZone: string | null }[]) =>
  new Map(rows.flatMap(({ id, timeZone }) => (timeZone === null ? [] : [[id, timeZone] as const])))

/** Merchants with their own time zone. */
export async function listZonedMerchants(db: Queryable) {
  const rows = await db
    .select({ id: merchants.id })
    .from(merchants)
    .where(isNotNull(merchants.timeZone))
    .orderBy(merchants.id)
  return rows.map(({ id }) => id)
}

type Settings = Pick<Services, 'settings'>
type OnCalendar<Ctx extends Settings> = {
  /** Used for reading: its `settings.timeZone` is the zone of the figures. Writes need the platform's. */
  ctx: Ctx
  scope: MerchantScope
}

/** Figures of one merchant follow the merchant's calendar, those of several the platform's (0094). @throws MERCHANT */
export async function openCalendar<Ctx extends Settings & Pick<Services, 'db'>>(
  ctx: Ctx,
  scope: MerchantScope,
): Promise<OnCalendar<Ctx>> {
  const merchantId = onlyMerchant(scope)
  if (merchantId === null) return { ctx, scope }
  const timeZone = await findMerchantZone(ctx.db, merchantId)
  if (timeZone === undefined) throw merchantNotFound()
  return onCalendarOf(ctx, scope, timeZone)
}

/** The same where the zone of the only merchant was read already. */
export function onCalendarOf<Ctx extends Settings>(
  ctx: Ctx,
  scope: MerchantScope,
  timeZone: string | null,
): OnCalendar<Ctx> {
  if (timeZone === null || isSameZone(timeZone, ctx.settings.timeZone)) return { ctx, scope }
  return { ctx: { ...ctx, settings: { ...ctx.settings, timeZone } }, scope: withLocalDays(scope) }
}
