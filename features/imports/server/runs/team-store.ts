import { and, eq, exists, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { effectiveRole } from '@quaff/features/users/server'
import { inText, type Queryable, type Transaction } from '@quaff/platform/server'
import type { ImportedTeam } from '../../contract'
import { importDocuments, importInvitations } from '../tables'

const isMailed = sql`exists (select from ${importInvitations} where ${importInvitations.userId} = ${users.id})`
const hasPassword = sql`${users.passwordHash} is not null`

/** Selects people of a run who may enter the console. */
function broughtBy(db: Queryable, runId: string) {
  const documents = db
    .select({ one: sql`1` })
    .from(importDocuments)
    .where(
      and(
        inArray(importDocuments.kind, ['accounts', 'users']),
        eq(importDocuments.rowId, users.id),
        or(eq(importDocuments.createdRunId, runId), eq(importDocuments.runId, runId)),
      ),
    )
  return and(
    exists(documents),
    // A role that only the document names gives no access (spec §5), so an email would be useless.
    sql`coalesce(${effectiveRole}, 'customer') <> 'customer'`,
    inArray(users.status, ['active', 'pending']),
    isNull(users.erasedAt),
  )
}

export async function countTeam(db: Queryable, runId: string): Promise<ImportedTeam> {
  const countOf = (where: SQL) => sql<number>`(count(*) filter (where ${where}))::integer`
  const reachable = sql`not ${users.emailIsPlaceholder} and not ${isMailed}`
  const [counts] = await db
    .select({
      without: countOf(sql`${reachable} and not ${hasPassword}`),
      with: countOf(sql`${reachable} and ${hasPassword}`),
      invited: countOf(isMailed),
      unreachable: countOf(sql`${users.emailIsPlaceholder} and not ${isMailed}`),
    })
    .from(users)
    .where(broughtBy(db, runId))
  return counts ?? { without: 0, with: 0, invited: 0, unreachable: 0 }
}

/** Returns people who were not emailed yet. */
export async function listUninvited(
  db: Queryable,
  runId: string,
  { withPassword, limit }: { withPassword: boolean; limit: number },
) {
  return db
    .select({ id: users.id, hasPassword: sql<boolean>`${hasPassword}` })
    .from(users)
    .where(
      and(
        broughtBy(db, runId),
        sql`not ${users.emailIsPlaceholder} and not ${isMailed}`,
        withPassword ? undefined : isNull(users.passwordHash),
      ),
    )
    .orderBy(users.id)
    .limit(inText(limit))
}

/** Returns false if another request recorded the person first. */
export async function noteInvited(tx: Transaction, note: typeof importInvitations.$inferInsert) {
  const noted = await tx
    .insert(importInvitations)
    .values(note)
    .onConflictDoNothing()
    .returning({ userId: importInvitations.userId })
  return noted.length > 0
}
