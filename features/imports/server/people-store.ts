import { and, asc, inArray, isNotNull } from 'drizzle-orm'
import type { StoredPerson } from '@quaff/features/accounts/server'
import { userMerchants, users } from '@quaff/features/accounts/tables'
import type { Transaction } from '@quaff/platform/server/context'

/** Returns the people who exist. */
export async function findPeople(tx: Transaction, ids: readonly string[]): Promise<StoredPerson[]> {
  const rows = await tx
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]))
  return withMerchants(tx, rows)
}

export async function withMerchants(tx: Transaction, rows: (typeof users.$inferSelect)[]): Promise<StoredPerson[]> {
  const ids = rows.map(({ id }) => id)
  const memberships = await tx
    .select({ userId: userMerchants.userId, merchantId: userMerchants.merchantId })
    .from(userMerchants)
    .where(inArray(userMerchants.userId, ids))
    .orderBy(asc(userMerchants.position), asc(userMerchants.merchantId))
  const merchantsOf = new Map<string, string[]>(ids.map((id) => [id, []]))
  for (const { userId, merchantId } of memberships) merchantsOf.get(userId)?.push(merchantId)
  return rows.map((row) => ({ ...row, merchantIds: merchantsOf.get(row.id) ?? [] }))
}

/** Returns the people who were erased. */
export async function findErased(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...new Set(ids)]), isNotNull(users.erasedAt)))
  return new Set(rows.map(({ id }) => id))
}
