import { and, asc, eq, sql } from 'drizzle-orm'
import { adminRecords, users } from '@quaff/features/accounts/tables'
import type { StoredMerchant } from '@quaff/features/merchants/server'
import { merchants } from '@quaff/features/merchants/tables'
import { scopeWhere, type OneMerchant } from '@quaff/features/sessions/server'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import { adminRole } from '@quaff/platform/shared/product'

export async function findMerchant(db: Queryable, scope: OneMerchant): Promise<StoredMerchant | undefined> {
  const [row] = await db.select().from(merchants).where(scopeWhere(scope, merchants.id))
  return row
}

/** Who works on an application without a merchant goes one after the other, without holding any row while waiting. */
export async function lockOpening(tx: Transaction, applicationId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('application'), hashtext(${applicationId}))`)
}

export type Recipient = { email: string; isPlaceholder: boolean }

/** Who reviews: the active administrators, by the role that the session gate would give them. */
export async function listAdministratorsToMail(db: Queryable): Promise<Recipient[]> {
  return db
    .select({ email: users.email, isPlaceholder: users.emailIsPlaceholder })
    .from(users)
    .leftJoin(adminRecords, eq(adminRecords.userId, users.id))
    .where(
      and(
        eq(users.status, 'active'),
        sql`case
          when coalesce(${users.claims}->>'role', '') <> '' then ${users.claims}->>'role' = ${adminRole}
          when ${users.claims}->>'admin' = 'true' or ${users.claims}->>'quaff_admin' = 'true'
            or ${users.claims}->>'isQuaffAdmin' = 'true' then true
          else ${adminRecords.role} = ${adminRole} end`,
      ),
    )
    .orderBy(asc(users.id))
}
