import { and, asc, count, desc, eq, gt, gte, isNull, lt, lte, sql } from 'drizzle-orm'
import { inText, pick, type Queryable, type Transaction } from '@quaff/platform/server'
import { adminAuditLogs, auditSeals } from '@quaff/platform/server/tables'

const entryColumns = {
  sequence: sql<string>`${adminAuditLogs.sequence}::text`,
  ...pick(adminAuditLogs, 'action', 'targetType', 'targetId', 'merchantId', 'adminUserId', 'adminEmail'),
  before: sql<string | null>`${adminAuditLogs.before}::text`,
  after: sql<string | null>`${adminAuditLogs.after}::text`,
  requestId: adminAuditLogs.requestId,
  occurredAt: sql<string>`(extract(epoch from ${adminAuditLogs.occurredAt}) * 1000)::bigint::text`,
}

/** Subselects are evaluated once instead of for each entry. */
const snapshotEnd = sql`(select pg_snapshot_xmax(pg_current_snapshot())::text::bigint)`

/**
 * The entry's transaction as a number that never repeats. `xmin` has its lower 32 bits, also for a frozen row; the
 * upper ones are those of the latest started transaction with the same lower bits. An entry older than 2^32
 * transactions seems younger and is sealed later, never too early.
 */
const transactionId = sql`(${snapshotEnd} - ((${snapshotEnd} - ${adminAuditLogs}.xmin::text::bigint) & 4294967295))`

/** Every older transaction has ended: nothing that is not there yet can still come before this entry. */
const isSettled = sql`${transactionId} < (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint)`

/** One process seals at a time; reading and writing entries continues. */
export async function lockSeals(tx: Transaction) {
  await tx.execute(sql`lock table ${auditSeals} in share row exclusive mode`)
}

export async function findLastSeal(db: Queryable) {
  const [row] = await db
    .select({ position: auditSeals.position, hash: auditSeals.hash, sealedAt: auditSeals.sealedAt })
    .from(auditSeals)
    .orderBy(desc(auditSeals.position))
    .limit(inText(1))
  return row ?? null
}

/** Ordered by transaction and within it by writing. `since` lets an index find recent entries. */
export function listUnsealed(db: Queryable, { since, limit }: { since: Date | null; limit: number }) {
  return db
    .select({ id: adminAuditLogs.id, ...entryColumns })
    .from(adminAuditLogs)
    .leftJoin(auditSeals, eq(auditSeals.auditId, adminAuditLogs.id))
    .where(and(isNull(auditSeals.auditId), since ? gte(adminAuditLogs.occurredAt, since) : undefined, isSettled))
    .orderBy(asc(transactionId), asc(adminAuditLogs.sequence))
    .limit(inText(limit))
}

type NewSeal = { position: number; auditId: string; hash: string; sealedAt: Date }

export async function insertSeals(tx: Transaction, seals: readonly NewSeal[]) {
  // Arrays, because one parameter per value would exceed the limit of a statement.
  const [positions, ids, hashes] = [
    seals.map((seal) => seal.position),
    seals.map((seal) => seal.auditId),
    seals.map((seal) => seal.hash),
  ]
  await tx.execute(sql`
    insert into ${auditSeals} (position, audit_id, hash, sealed_at)
    select position, audit_id, hash, ${seals[0]?.sealedAt}::timestamptz
    from unnest(${sql.param(positions)}::bigint[], ${sql.param(ids)}::text[], ${sql.param(hashes)}::text[])
      as seal (position, audit_id, hash)`)
}

/** Seals after a place, each with the entry it was made over: its `id` is null when the entry is gone. */
export function listSeals(db: Queryable, after: number, limit: number) {
  return db
    .select({ ...pick(auditSeals, 'position', 'auditId', 'hash', 'sealedAt'), id: adminAuditLogs.id, ...entryColumns })
    .from(auditSeals)
    .leftJoin(adminAuditLogs, eq(adminAuditLogs.id, auditSeals.auditId))
    .where(gt(auditSeals.position, after))
    .orderBy(asc(auditSeals.position))
    .limit(inText(limit))
}
export type SealRow = Awaited<ReturnType<typeof listSeals>>[number]

/** Empty before the first one. */
export async function findHashAt(db: Queryable, position: number) {
  const [row] = await db.select({ hash: auditSeals.hash }).from(auditSeals).where(eq(auditSeals.position, position))
  return row?.hash ?? ''
}

/** When the sealing before this seal's own took place. */
export async function findEarlierSealing(db: Queryable, { upTo, before }: { upTo: number; before: Date }) {
  const [row] = await db
    .select({ sealedAt: auditSeals.sealedAt })
    .from(auditSeals)
    .where(and(lte(auditSeals.position, upTo), lt(auditSeals.sealedAt, before)))
    .orderBy(desc(auditSeals.position))
    .limit(inText(1))
  return row?.sealedAt ?? null
}

/** Entries without a seal; `backdated` are those that claim to be older than `before`. */
export async function countUnsealed(db: Queryable, before: Date | null) {
  const isBackdated = before ? sql`${adminAuditLogs.occurredAt} < ${before.toISOString()}::timestamptz` : sql`false`
  const [row] = await db
    .select({
      unsealed: count(),
      backdated: sql<string[]>`coalesce((array_agg(${adminAuditLogs.id} order by ${adminAuditLogs.sequence})
        filter (where ${isBackdated}))[1:100], '{}')`,
    })
    .from(adminAuditLogs)
    .leftJoin(auditSeals, eq(auditSeals.auditId, adminAuditLogs.id))
    .where(isNull(auditSeals.auditId))
  return row ?? { unsealed: 0, backdated: [] }
}
