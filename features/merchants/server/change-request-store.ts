import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { scopeWhere, type OneMerchant } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { inText } from '@quaff/platform/server/rows/in-text'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { completenessSteps, type CompletenessStep, type RequestForChanges } from '../completeness-contract'
import { fieldsOfStep } from '../completeness-rules'
import type { ChangeRequest } from './tables'

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
    .limit(inText(kept))
  return rows.flatMap(({ request }) => readChangeRequest(request) ?? [])
}

/** The steps that were changed since then, as the audit log has it. */
export async function listStepsChanged(db: Queryable, scope: OneMerchant, since: Date): Promise<CompletenessStep[]> {
  const { action, targetType, after, occurredAt, merchantId } = adminAuditLogs
  const rows = await db
    .selectDistinct({ action, targetType, field: sql<string | null>`field` })
    .from(adminAuditLogs)
    .leftJoin(sql`lateral jsonb_object_keys(${after}) as field`, sql`${targetType} = 'merchant'`)
    .where(and(scopeWhere(scope, merchantId), gt(occurredAt, since)))
  const changed = new Set(rows.map(stepOfAudit))
  return completenessSteps.filter((step) => changed.has(step))
}

const fieldSteps = new Map<string | null, string>(Object.entries(fieldsOfStep).map(([step, field]) => [field, step]))
const targetSteps = new Map([
  ['location', 'locations'],
  ['plan', 'plans'],
  ['bank_account', 'bank'],
])

function stepOfAudit({ action, targetType, field }: { action: string; targetType: string; field: string | null }) {
  if (action === 'import_locations') return 'locations'
  if (action === 'update_branding') return 'branding'
  return action === 'update_merchant' ? fieldSteps.get(field) : targetSteps.get(targetType)
}

/** Those before the one that is open. */
export function earlierThan(
  open: RequestForChanges | null,
  requests: readonly RequestForChanges[],
): RequestForChanges[] {
  return requests.filter(({ requestedAt }) => requestedAt.getTime() !== open?.requestedAt.getTime())
}
