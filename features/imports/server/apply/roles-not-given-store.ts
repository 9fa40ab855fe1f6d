import { sql } from 'drizzle-orm'
import { userMerchants, users } from '@quaff/features/accounts/tables'
import { effectiveRole } from '@quaff/features/users/server'
import type { Transaction } from '@quaff/platform/server/context'
import { adminRole } from '@quaff/platform/shared/product'
import { importDocuments, importProblems } from '../tables'

/**
 * Roles that only a document names let nobody in (spec §5), and lists show them all the same. Told once all is here, since
 * claims and records may have come with this run or with an earlier one.
 */
export async function tellRolesNotGiven(tx: Transaction, runId: string): Promise<void> {
  await tx.execute(sql`
    insert into ${importProblems} (run_id, path, collection, field, fault, level, shown, file, place)
    select ${runId}, ${importDocuments.path}, 'users', 'role', 'role_not_given', 'note', ${users.role}, '', ''
    from ${importDocuments} join ${users} on ${users.id} = ${importDocuments.rowId}
    where ${importDocuments.kind} = 'users' and ${runId} in (${importDocuments.createdRunId}, ${importDocuments.runId})
      and ${users.status} = 'active' and ${users.role} <> 'customer' and ${users.erasedAt} is null and ${effectiveRole} is null
    order by ${importDocuments.path}`)
}

/**
 * Where claims say nothing a document says where somebody works, and its person may have written it. Whoever is let in by an
 * administrator's record gets venues by that alone: it is told who, and which.
 */
export async function tellWorkplacesOfDocuments(tx: Transaction, runId: string): Promise<void> {
  const places = sql`(select string_agg(${userMerchants.merchantId}, ', ' order by ${userMerchants.position})
    from ${userMerchants} where ${userMerchants.userId} = ${users.id})`
  await tx.execute(sql`
    insert into ${importProblems} (run_id, path, collection, field, fault, level, shown, file, place)
    select ${runId}, ${importDocuments.path}, 'users', 'merchantIds', 'by_document_alone', 'note', ${places}, '', ''
    from ${importDocuments} join ${users} on ${users.id} = ${importDocuments.rowId}
    where ${importDocuments.kind} = 'users' and ${runId} in (${importDocuments.createdRunId}, ${importDocuments.runId})
      and ${users.erasedAt} is null and coalesce(${users.claims}->>'role', '') = ''
      and coalesce(${users.claims}->'merchantIds', '[]') = '[]'
      and ${effectiveRole} not in (${adminRole}, 'customer') and ${places} is not null
    order by ${importDocuments.path}`)
}
