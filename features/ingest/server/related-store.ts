import { and, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import type { Queryable } from '@quaff/platform/server/context'

export type NamedIds = Record<'merchants' | 'users' | 'plans' | 'locations' | 'subscriptions', readonly string[]>
/** Merchants and people by id; what belongs to a merchant as `<merchant> <id>`. */
export type KnownIds = Record<keyof NamedIds, ReadonlySet<string>>
export const ofMerchant = (merchantId: string, id: string) => `${merchantId} ${id}`

/** Which of the ids that events name there are, within the reach of the key. */
export async function findKnownIds(db: Queryable, scope: MerchantScope, ids: NamedIds): Promise<KnownIds> {
  return {
    merchants: await findIds(db, scope, { of: merchants, id: merchants.id, merchantId: merchants.id }, ids.merchants),
    users: await findUsers(db, ids.users),
    plans: await findOwned(db, scope, subscriptionPlans, ids.plans),
    locations: await findOwned(db, scope, locations, ids.locations),
    subscriptions: await findOwned(db, scope, subscriptions, ids.subscriptions),
  }
}

type Source = { of: PgTable; id: AnyPgColumn; merchantId: AnyPgColumn }

async function findRows(db: Queryable, scope: MerchantScope, { of, id, merchantId }: Source, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .select({ id, merchantId })
    .from(of)
    .where(and(scopeWhere(scope, merchantId), sql`${id} = any(${sql.param([...ids])}::text[])`))
}

async function findIds(db: Queryable, scope: MerchantScope, source: Source, ids: readonly string[]) {
  return new Set((await findRows(db, scope, source, ids)).map(({ id }) => String(id)))
}

type Owned = typeof subscriptionPlans | typeof locations | typeof subscriptions

async function findOwned(db: Queryable, scope: MerchantScope, table: Owned, ids: readonly string[]) {
  const rows = await findRows(db, scope, { of: table, id: table.id, merchantId: table.merchantId }, ids)
  return new Set(rows.map(({ id, merchantId }) => ofMerchant(String(merchantId), String(id))))
}

async function findUsers(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.id} = any(${sql.param([...ids])}::text[])`)
  return new Set(rows.map(({ id }) => id))
}
