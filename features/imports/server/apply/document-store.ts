import { and, eq, inArray, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { userMerchants, users } from '@quaff/features/accounts/tables'
import { effectiveRole } from '@quaff/features/users/server'
import { adminRole, type Queryable, type Transaction } from '@quaff/platform/server'
import { canonicalText, type DocumentMap } from '@quaff/platform/shared/documents/document-values'
import type { DocumentKind } from '../../kinds-rules'
import type { Originals } from '../../originals-rules'
import type { KnownDocument } from '../../runs-rules'
import { importDocuments, importProblems } from '../tables'
import type { RenamedIds } from './renamed-ids'

/** Returns what earlier runs recorded about these documents, by path. */
export async function findKnown(db: Queryable, paths: readonly string[]): Promise<Map<string, KnownDocument>> {
  const rows = await db
    .select({
      path: importDocuments.path,
      hash: importDocuments.hash,
      rowId: importDocuments.rowId,
      rowVersion: importDocuments.rowVersion,
    })
    .from(importDocuments)
    .where(sql`${importDocuments.path} = any(${sql.param([...paths])}::text[])`)
  return new Map(rows.map(({ path, ...known }) => [path, known]))
}

/** Returns the document paths of imported rows, by row id. */
export async function findOwners(db: Queryable, kind: DocumentKind, rowIds: readonly string[]) {
  const rows = await db
    .select({ path: importDocuments.path, rowId: importDocuments.rowId })
    .from(importDocuments)
    .where(and(eq(importDocuments.kind, kind), inArray(importDocuments.rowId, [...rowIds])))
  return new Map(rows.map(({ path, rowId }) => [rowId, path]))
}

/** Returns the people whose account was disabled in the old system. */
export async function findLocked(db: Queryable, userIds: readonly string[]) {
  const rows = await db
    .select({ id: importDocuments.rowId })
    .from(importDocuments)
    .where(
      and(
        eq(importDocuments.kind, 'accounts'),
        inArray(importDocuments.rowId, [...userIds]),
        sql`${importDocuments.residue}->>'disabled' = 'true'`,
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

/** Returns rows whose id differs from their document's, by path. They are few compared with what refers to them. */
export async function listRenamed(db: Queryable) {
  const rows = await db.select({ path: importDocuments.path, rowId: importDocuments.rowId }).from(importDocuments)
    .where(sql`${importDocuments.rowId} <> substring(${importDocuments.path} from '[^/]+$')
      and ${importDocuments.kind} not in ('promotions', 'pictures', 'others')`)
  return new Map(rows.map(({ path, rowId }) => [path, rowId]))
}

/** Equal documents have equal hashes, regardless of the order of fields. */
export const hashOf = (data: DocumentMap) => createHash('sha256').update(canonicalText(data)).digest('base64url')

export type DocumentRecord = {
  path: string
  kind: DocumentKind | 'others'
  rowId: string
  hash: string
  residue: DocumentMap | null
  originals: Originals | null
  rowVersion: number | null
  rowAt?: Date | null
}

/** Records the outcome of documents. The run that created a row stays recorded. */
export async function saveDocuments(tx: Transaction, runId: string, records: readonly DocumentRecord[]) {
  if (records.length === 0) return
  const textArray = (pick: (record: DocumentRecord) => string | null) => sql`${sql.param(records.map(pick))}::text[]`
  await tx.execute(sql`
    insert into ${importDocuments} (path, kind, row_id, hash, residue, originals, row_version, row_at, created_run_id, run_id)
    select path, kind, row_id, hash, residue::jsonb, originals::jsonb, row_version, row_at::timestamptz, ${runId}, ${runId}
    from unnest(${textArray(({ path }) => path)}, ${textArray(({ kind }) => kind)}, ${textArray(({ rowId }) => rowId)},
      ${textArray(({ hash }) => hash)}, ${textArray(({ residue }) => residue && JSON.stringify(residue))},
      ${textArray(({ originals }) => originals && JSON.stringify(originals))},
      ${sql.param(records.map(({ rowVersion }) => rowVersion))}::integer[],
      ${textArray(({ rowAt }) => rowAt?.toISOString() ?? null)})
      as record (path, kind, row_id, hash, residue, originals, row_version, row_at)
    on conflict (path) do update set hash = excluded.hash, residue = excluded.residue, originals = excluded.originals,
      row_version = excluded.row_version, row_at = excluded.row_at, run_id = excluded.run_id`)
}

/** Records placeholder rows for lost documents. A document that is imported later fills them in. */
export async function saveStandIns(
  tx: Transaction,
  { runId, renamed }: { runId: string; renamed: RenamedIds },
  kind: 'merchants' | 'users',
  versions: ReadonlyMap<string, number | null>,
) {
  const rows = [...versions].map(([rowId, rowVersion]) => ({
    // An ID file may have given this id to a document that follows later.
    path: `${kind}/${renamed.old(kind, rowId)}`,
    kind,
    rowId,
    hash: '',
    rowVersion,
    createdRunId: runId,
    runId,
  }))
  if (rows.length > 0) await tx.insert(importDocuments).values(rows).onConflictDoNothing()
}

/** Updates the recorded version after a change of our own, so that it does not count as an edit. */
export async function moveVersions(
  tx: Transaction,
  kind: DocumentKind,
  before: ReadonlyMap<string, number | null>,
  after: ReadonlyMap<string, number | null>,
) {
  if (before.size === 0) return
  const ids = [...before.keys()]
  await tx.execute(sql`
    update ${importDocuments} document set row_version = moved.after
    from unnest(${sql.param(ids)}::text[], ${sql.param(ids.map((id) => before.get(id)))}::integer[],
      ${sql.param(ids.map((id) => after.get(id)))}::integer[]) as moved (row_id, before, after)
    where document.kind = ${kind} and document.row_id = moved.row_id and document.row_version = moved.before`)
}

/** An account and a document share one row. A write through one must not count as an edit of the other. */
export async function saveVersions(
  tx: Transaction,
  kinds: readonly DocumentKind[],
  versions: ReadonlyMap<string, number | null>,
) {
  if (versions.size === 0) return
  await tx.execute(sql`
    update ${importDocuments} document set row_version = written.version
    from unnest(${sql.param([...versions.keys()])}::text[], ${sql.param([...versions.values()])}::integer[])
      as written (row_id, version)
    where document.row_id = written.row_id and document.kind = any(${sql.param([...kinds])}::text[])`)
}

/**
 * Reports roles that only a document names: they give no access (spec §5), but lists show them. Runs at the end,
 * because claims and records may come from this run or an earlier one.
 */
export async function tellRolesNotGiven(tx: Transaction, runId: string) {
  await tx.execute(sql`
    insert into ${importProblems} (run_id, path, collection, field, fault, level, shown, file, place)
    select ${runId}, ${importDocuments.path}, 'users', 'role', 'role_not_given', 'note', ${users.role}, '', ''
    from ${importDocuments} join ${users} on ${users.id} = ${importDocuments.rowId}
    where ${importDocuments.kind} = 'users' and ${runId} in (${importDocuments.createdRunId}, ${importDocuments.runId})
      and ${users.status} = 'active' and ${users.role} <> 'customer' and ${users.erasedAt} is null and ${effectiveRole} is null
    order by ${importDocuments.path}`)
}

/**
 * Reports merchants that only a document names, because the person may have written it. An administrator's record gives
 * access to these merchants if the claims name none.
 */
export async function tellWorkplacesOfDocuments(tx: Transaction, runId: string) {
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
