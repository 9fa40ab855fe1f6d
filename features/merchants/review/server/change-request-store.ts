import { and, desc, eq, sql } from 'drizzle-orm'
import { scopeWhere, type OneMerchant } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { completenessSteps, type RequestForChanges } from '../../completeness/contract'
import type { ChangeRequest } from '../../server/tables'

const kept = 20

/** Imported ones may have another shape; steps that this release does not know are left out. */
export function readChangeRequest(stored: Partial<ChangeRequest> | null): RequestForChanges | null {
  const requestedAt = new Date(stored?.requestedAt ?? '')
  if (!stored || Number.isNaN(requestedAt.getTime())) return null
  const asked: readonly unknown[] = Array.isArray(stored.items) ? stored.items : []
  return {
    items: completenessSteps.filter((step) => asked.includes(step)),
    note: typeof stored.note === 'string' ? stored.note : '',
    requestedAt,
  }
}

/** What was asked of this merchant, newest first. The record holds the last request, the audit log all. */
export async function listRequests(db: Queryable, scope: OneMerchant): Promise<RequestForChanges[]> {
  const rows = await db
    .select({ request: sql<Partial<ChangeRequest> | null>`${adminAuditLogs.after} -> 'changeRequest'` })
    .from(adminAuditLogs)
    .where(
      and(
        eq(adminAuditLogs.targetType, 'merchant'),
        scopeWhere(scope, adminAuditLogs.targetId),
        eq(adminAuditLogs.action, 'request_changes'),
      ),
    )
    .orderBy(desc(adminAuditLogs.occurredAt), desc(adminAuditLogs.sequence))
    .limit(kept)
  return rows.flatMap(({ request }) => readChangeRequest(request) ?? [])
}

/** Those before the one that is open. */
export function earlierThan(
  open: RequestForChanges | null,
  requests: readonly RequestForChanges[],
): RequestForChanges[] {
  return requests.filter(({ requestedAt }) => requestedAt.getTime() !== open?.requestedAt.getTime())
}
