import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { type OneMerchant, scopeWhere } from '@quaff/features/sessions/server'
import { inText, type Locked, type Queryable, type Transaction } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { fieldsOfStep } from '../completeness-rules'
import { completenessSteps, type RequestForChanges } from '../review-contract'
import type { StoredMerchant } from './merchant-record-store'
import { type ChangeRequest, merchants } from './tables'

const kept = 20

/** Imported ones may have another shape; steps that this release does not know are left out. */
export function readChangeRequest(stored: StoredRequest): RequestForChanges | null {
  const requestedAt = new Date(stored?.requestedAt ?? '')
  if (!stored || Number.isNaN(requestedAt.getTime())) return null
  const requested: readonly unknown[] = Array.isArray(stored.items) ? stored.items : []
  return {
    items: completenessSteps.filter((step) => requested.includes(step)),
    note: typeof stored.note === 'string' ? stored.note : '',
    requestedAt,
  }
}

export type StoredRequest = Partial<ChangeRequest> | null
const storedRequest = sql<StoredRequest>`${adminAuditLogs.after} -> 'changeRequest'`

/** The same requests as `listRequests`, as a column of the merchant's record. */
export const requestsOfMerchant = sql<StoredRequest[]>`(select coalesce(jsonb_agg(request), '[]') from (
  select ${storedRequest} as request from ${adminAuditLogs}
  where ${adminAuditLogs.targetType} = 'merchant' and ${adminAuditLogs.targetId} = ${merchants.id}
    and ${adminAuditLogs.action} = 'request_changes'
  order by ${adminAuditLogs.occurredAt} desc, ${adminAuditLogs.sequence} desc limit ${inText(kept)}) newest)`

export const readRequests = (stored: readonly StoredRequest[]) =>
  stored.flatMap((request) => readChangeRequest(request) ?? [])

/** Requests for changes to this merchant, newest first. The record holds the last one, the audit log all of them. */
export async function listRequests(db: Queryable, scope: OneMerchant) {
  const rows = await db
    .select({ request: storedRequest })
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
  return readRequests(rows.map(({ request }) => request))
}

/** The steps that were changed since then, as the audit log has it. */
export async function listStepsChanged(db: Queryable, scope: OneMerchant, since: Date) {
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

/** Requests before the open one. */
export function earlierThan(open: RequestForChanges | null, requests: readonly RequestForChanges[]) {
  return requests.filter(({ requestedAt }) => requestedAt.getTime() !== open?.requestedAt.getTime())
}

/** Since when the merchant had the status that it lost when it was last stopped; unknown of what older releases stopped. */
export async function findStatusBeforeStop(tx: Transaction, { id }: Locked<StoredMerchant>) {
  const [row] = await tx
    .select({ since: sql<string | null>`${adminAuditLogs.before} ->> 'statusChangedAt'` })
    .from(adminAuditLogs)
    .where(
      and(
        eq(adminAuditLogs.targetType, 'merchant'),
        eq(adminAuditLogs.targetId, id),
        inArray(adminAuditLogs.action, ['decline_merchant', 'suspend_merchant', 'archive_merchant']),
      ),
    )
    .orderBy(desc(adminAuditLogs.occurredAt), desc(adminAuditLogs.sequence))
    .limit(inText(1))
  const since = new Date(row?.since ?? '')
  return Number.isNaN(since.getTime()) ? undefined : since
}
