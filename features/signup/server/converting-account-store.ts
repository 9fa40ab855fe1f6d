import { eq, sql } from 'drizzle-orm'
import { users, adminRecords } from '@quaff/features/accounts/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { merchantSignups } from './tables'

/** The account of an address with what decides about a conversion; `locked` until the transaction ends. */
export async function findConvertingAccount(db: Queryable, email: string, { locked = false } = {}) {
  const query = db
    .select({
      id: users.id,
      displayName: users.displayName,
      role: sql<string>`coalesce(nullif(${users.claims} ->> 'role', ''),
        (select ${adminRecords.role} from ${adminRecords} where ${adminRecords.userId} = ${sql`${users}.id`}), ${users.role})`,
      status: users.status,
      hasApplication: sql<boolean>`${users.applicationId} is not null`,
      isWaiting: sql<boolean>`exists (select 1 from ${merchantSignups}
        where ${merchantSignups.userId} = ${sql`${users}.id`} and ${merchantSignups.kind} = 'convert'
          and ${merchantSignups.status} = 'submitted')`,
      subscriptionCount: users.subscriptionCount,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(eq(users.email, email))
  const [row] = await (locked ? query.for('update') : query)
  return row ?? null
}
