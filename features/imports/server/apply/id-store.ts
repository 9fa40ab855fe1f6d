import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { inText, type Queryable, type Transaction } from '@quaff/platform/server'
import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { mappedKinds, type IdLine, type MappedId, type MappedKind } from '../../report-contract'
import type { IdHere } from '../check/id-set'
import { importDocuments, importIds } from '../tables'

const tables = { users, merchants, locations, plans: subscriptionPlans, subscriptions } as const
const atOnce = 10_000
const kindOfPasses: MappedKind = 'subscriptions'

/** Returns the state of these documents and of their new ids in the database, by path. */
export async function findIdsHere(db: Queryable, lines: readonly IdLine[]) {
  const found = new Map<string, IdHere>()
  for (const kind of mappedKinds) {
    const some = lines.filter((line) => line.kind === kind)
    for (let from = 0; from < some.length; from += atOnce) {
      const { rows } = await db.execute<IdHere & { noted: string | null; leads: boolean }>(sql`
        select named.path, exists (select from ${tables[kind]} own where own.id = named.id) as "isTaken",
          (select min(made.row_id) from ${importDocuments} made where ${isMade(kind)}) as "cameAs",
          noted.row_id as noted, coalesce(noted.leads, false) as leads
        from ${named(some.slice(from, from + atOnce))} left join ${importIds} noted on noted.path = named.path`)
      for (const { noted, leads, ...row } of rows)
        found.set(row.path, { ...row, noted: noted === null ? null : { rowId: noted, leads } })
    }
  }
  return found
}

/** Stores the ids for this and all later runs. A document that was imported since the file was read keeps its id. */
export async function saveIds(tx: Transaction, runId: string, lines: readonly (IdLine & { isHeld: boolean })[]) {
  for (const kind of mappedKinds) {
    const some = lines.filter((line) => line.kind === kind)
    if (some.length === 0) continue
    const held = sql`${sql.param(some.filter(({ isHeld }) => isHeld).map(({ path }) => path))}::text[]`
    await tx.execute(sql`
      insert into ${importIds} (path, kind, row_id, leads, run_id)
      select named.path, ${kind}, named.id,
        named.path = any(${held}) or exists (select from ${tables[kind]} own where own.id = named.id), ${runId}
      from ${named(some)} where not exists (select from ${importDocuments} made where ${isMade(kind)})
      on conflict (path) do nothing`)
  }
}

const named = (lines: readonly IdLine[]) => sql`unnest(${sql.param(lines.map(({ path }) => path))}::text[],
  ${sql.param(lines.map(({ id }) => id))}::text[]) as named (path, id)`

/** A person may have been imported from an account alone. */
const isMade = (kind: MappedKind) =>
  kind === 'users'
    ? sql`made.path in (named.path, '__auth__/' || substring(named.path from 7))`
    : sql`made.path = named.path`

/** Returns all ids. They are few compared with what refers to them. */
export async function listMapped(db: Queryable) {
  const { path, kind, rowId, leads } = importIds
  return db.select({ path, kind, rowId, leads }).from(importIds)
}

/** Yields pages of documents whose id differs here. Erased people are left out (0014). */
export async function* mappedPages(db: Queryable): AsyncGenerator<Pick<MappedId, 'path' | 'rowId'>[]> {
  const { path, rowId } = importIds
  const isErased = sql`exists (select from ${users} own where ${importIds.kind} = 'users' and own.id = ${rowId}
    and own.erased_at is not null)`
  for (let after = ''; ;) {
    const rows = await db
      .select({ path, rowId, isErased: sql<boolean>`${isErased}` })
      .from(importIds)
      .where(and(gt(path, after), sql`${rowId} <> substring(${path} from '[^/]+$')`))
      .orderBy(asc(path))
      .limit(inText(atOnce))
    if (rows.length > 0) yield rows.filter((row) => !row.isErased)
    if (rows.length < atOnce) return
    after = rows.at(-1)?.path ?? ''
  }
}

/**
 * Stores provider ids of subscriptions that lead to existing rows. Their documents are not stored, but the provider
 * still sends events about them.
 */
export async function noteProviderIds(tx: Transaction, documents: readonly SourceDocument[]) {
  const named = documents.flatMap((document) => {
    const id = providerIdOf(document)
    return id === null ? [] : [{ path: document.path, id }]
  })
  if (named.length === 0) return
  await tx.execute(sql`
    update ${importIds} given set provider_id = named.id
    from unnest(${sql.param(named.map(({ path }) => path))}::text[], ${sql.param(named.map(({ id }) => id))}::text[])
      as named (path, id)
    where given.path = named.path and given.provider_id is distinct from named.id`)
}

/** Links documents to existing subscriptions, as a line of an ID file would. Undoing the run removes the link. */
export async function saveSamePasses(
  tx: Transaction,
  runId: string,
  passes: readonly { document: SourceDocument; rowId: string }[],
) {
  if (passes.length === 0) return
  await tx
    .insert(importIds)
    .values(
      passes.map(({ document, rowId }) => ({
        path: document.path,
        kind: kindOfPasses,
        rowId,
        leads: true,
        providerId: providerIdOf(document),
        runId,
      })),
    )
    .onConflictDoNothing()
}

export async function forgetIds(tx: Transaction, runId: string) {
  await tx.delete(importIds).where(eq(importIds.runId, runId))
}

/** A subscription of the old system, with the ids of its merchant and person here. */
export type PassToPlace = { document: SourceDocument; id: string; merchantId: string; userId: string | null }

/** Returns the payment provider's id, or null if the document has none. */
function providerIdOf({ data: { stripeSubscriptionId: id } }: SourceDocument) {
  return typeof id === 'string' && id !== '' ? id : null
}

/**
 * Returns existing subscriptions that no import created, by document path. They have the document's id, or the
 * provider's id if an event created them, and the same person and merchant.
 */
export async function findSamePasses(tx: Transaction, passes: readonly PassToPlace[]): Promise<Map<string, string>> {
  const named = passes.filter(({ document }) => providerIdOf(document) !== null)
  if (named.length === 0) return new Map()
  const textArray = (pick: (pass: PassToPlace) => string | null) => sql`${sql.param(named.map(pick))}::text[]`
  const { rows } = await tx.execute<{ path: string; id: string }>(sql`
    select distinct on (named.path) named.path, own.id
    from unnest(${textArray(({ document }) => document.path)}, ${textArray(({ id }) => id)},
      ${textArray(({ document }) => providerIdOf(document))}, ${textArray(({ merchantId }) => merchantId)},
      ${textArray(({ userId }) => userId)}) as named (path, id, provider_id, merchant_id, user_id)
    join ${subscriptions} own on own.id in (named.id, named.provider_id)
      and own.merchant_id = named.merchant_id and own.user_id is not distinct from named.user_id
    where not exists (select from ${importDocuments} made where made.kind = 'subscriptions' and made.row_id = own.id)
    order by named.path, own.id = named.id desc`)
  return new Map(rows.map(({ path, id }) => [path, id]))
}
