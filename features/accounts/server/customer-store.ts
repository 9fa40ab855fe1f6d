import { sql } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { pick } from '@quaff/platform/server/rows/pick'
import { adminRecords, userMerchants, users } from './tables'

/** What another system may have an opinion of, and what it may not touch. */
export type CustomerState = Pick<
  typeof users.$inferSelect,
  | 'id'
  | 'email'
  | 'emailIsPlaceholder'
  | 'displayName'
  | 'photoUrl'
  | 'phoneNumber'
  | 'lastActiveAt'
  | 'createdAt'
  | 'updatedAt'
> & { isErased: boolean; isStaff: boolean }

/** Locked in the order of their ids until the transaction ends. Staff is whoever has, or had, any right in the console. */
export async function lockCustomers(tx: Transaction, ids: readonly string[]): Promise<Map<string, CustomerState>> {
  const rows = await tx
    .select({
      ...pick(users, 'id', 'email', 'emailIsPlaceholder', 'displayName', 'photoUrl'),
      ...pick(users, 'phoneNumber', 'lastActiveAt', 'createdAt', 'updatedAt'),
      isErased: sql<boolean>`${users.erasedAt} is not null`,
      isStaff: sql<boolean>`(${users.role} <> 'customer' or ${users.claims} <> '{}'::jsonb
        or exists (select 1 from ${adminRecords} where ${adminRecords.userId} = ${users.id})
        or exists (select 1 from ${userMerchants} where ${userMerchants.userId} = ${users.id}))`,
    })
    .from(users)
    .where(sql`${users.id} = any(${sql.param([...ids])}::text[])`)
    .orderBy(users.id)
    .for('update')
  return new Map(rows.map((row) => [row.id, row]))
}
