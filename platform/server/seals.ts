import { and, asc, gt, isNotNull, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable, Services, Transaction } from './context'
import type { FieldCipher, Logger } from './ports'
import { inText } from './rows/in-text'
import { inTransaction } from './transaction'

/** A text that the field key `keyId` has sealed for the row `id`. */
export type Seal = { id: string; text: string; keyId: string }

/** A column of sealed texts and how they are bound to their rows. Rows without a text are skipped. */
export type SealedColumn = {
  table: PgTable
  id: PgColumn
  text: PgColumn
  keyId: PgColumn
  boundTo(id: string): string
  logUnreadable?(log: Logger, id: string): void
}

export const seal = (cipher: FieldCipher, column: Pick<SealedColumn, 'boundTo'>, id: string, plain: string): Seal => ({
  id,
  text: cipher.encrypt(plain, column.boundTo(id)),
  keyId: cipher.currentKeyId,
})

/** Throws when it was altered or moved, or its field key is unknown. */
export const openSeal = (cipher: FieldCipher, column: Pick<SealedColumn, 'boundTo'>, { id, text }: Seal): string =>
  cipher.decrypt(text, column.boundTo(id))

const batchSize = 100

/** `unreadable`: rows whose text no field key opens: altered, or sealed with a key that is gone. */
export type SealRotation = { rotated: number; unreadable: string[] }

type RotatedBatch = { rotated: number; unreadable: string[]; fromKeyIds: string[] }
type Rotating = {
  /** In the transaction of a batch that was sealed again. */
  record?(tx: Transaction, batch: RotatedBatch): Promise<void>
  /** Receives the total so far after each batch. */
  onBatch?(rotated: number): void
}

/**
 * Seals every text with the current field key. Each batch commits alone, so it may be killed and started again, and runs
 * during normal operation.
 */
export async function rotateSeals(
  services: Services,
  column: SealedColumn,
  rotating: Rotating = {},
): Promise<SealRotation> {
  let rotated = 0
  for (;;) {
    const pass = await rotateOnce(services, column, {
      ...rotating,
      onBatch: (count) => rotating.onBatch?.(rotated + count),
    })
    rotated += pass.rotated
    // A server that still seals with the old key may have written behind us.
    if (pass.rotated === 0) return { rotated, unreadable: pass.unreadable }
  }
}

async function rotateOnce(services: Services, column: SealedColumn, rotating: Rotating): Promise<SealRotation> {
  const unreadable: string[] = []
  let [rotated, after] = [0, '']
  for (;;) {
    const batch = await inTransaction(services, (tx) => rotateBatch(services, tx, column, { ...rotating, after }))
    if (batch.last === undefined) return { rotated, unreadable }
    after = batch.last
    rotated += batch.rotated
    unreadable.push(...batch.unreadable)
    if (batch.rotated > 0) rotating.onBatch?.(rotated)
  }
}

async function rotateBatch(
  { fieldCipher, log }: Services,
  tx: Transaction,
  column: SealedColumn,
  { after, record }: Rotating & { after: string },
) {
  const rows = await lockOffKey(tx, column, { currentKeyId: fieldCipher.currentKeyId, after })
  const seals: Seal[] = []
  const unreadable: string[] = []
  for (const row of rows) {
    const plain = tryToOpen(fieldCipher, column, row)
    if (plain !== null) seals.push(seal(fieldCipher, column, row.id, plain))
    else unreadable.push(row.id)
  }
  for (const id of unreadable) {
    if (column.logUnreadable) column.logUnreadable(log, id)
    else log.error('sealed_text_unreadable', { id })
  }
  if (seals.length > 0) {
    await replaceSeals(tx, column, seals)
    const fromKeyIds = [...new Set(rows.map(({ keyId }) => keyId))]
    await record?.(tx, { rotated: seals.length, unreadable, fromKeyIds })
  }
  return { last: rows.at(-1)?.id, rotated: seals.length, unreadable }
}

const cellsOf = ({ id, text, keyId }: SealedColumn) => ({
  id: sql<string>`${id}`.as('seal_id'),
  text: sql<string>`${text}`.as('seal_text'),
  keyId: sql<string>`coalesce(${keyId}, '')`.as('seal_key'),
})

/** Locks a batch that another key has sealed, by id. A concurrent save and a rotation wait for each other. */
async function lockOffKey(
  tx: Transaction,
  column: SealedColumn,
  { currentKeyId, after }: { currentKeyId: string; after: string },
): Promise<Seal[]> {
  const { table, id, text, keyId } = column
  return tx
    .select(cellsOf(column))
    .from(table)
    .where(and(isNotNull(text), sql`${keyId} is distinct from ${currentKeyId}`, gt(id, after)))
    .orderBy(asc(id))
    .limit(inText(batchSize))
    .for('update')
}

/** The texts say the same, so version and update time of the rows stay. */
async function replaceSeals(tx: Transaction, { table, id, text, keyId }: SealedColumn, seals: readonly Seal[]) {
  const [name, key] = [sql.identifier(text.name), sql.identifier(keyId.name)]
  const [ids, texts] = [seals.map((one) => one.id), seals.map((one) => one.text)]
  await tx.execute(sql`
    update ${table} set ${name} = fresh.seal, ${key} = ${seals[0]?.keyId}
    from unnest(${sql.param(ids)}::text[], ${sql.param(texts)}::text[]) as fresh(row_id, seal)
    where ${id} = fresh.row_id`)
}

/** Some rows for each key in use. */
async function sampleOfEachKey(db: Queryable, column: SealedColumn): Promise<Seal[]> {
  const { table, id, text, keyId } = column
  const rank = sql<number>`row_number() over (partition by ${keyId} order by ${id})`.as('seal_rank')
  const ranked = db
    .select({ ...cellsOf(column), rank })
    .from(table)
    .where(isNotNull(text))
    .as('ranked')
  return db
    .select({ id: ranked.id, text: ranked.text, keyId: ranked.keyId })
    .from(ranked)
    .where(sql`${ranked.rank} <= ${samplesPerKey}`)
    .orderBy(asc(ranked.keyId))
}

function tryToOpen(cipher: FieldCipher, column: SealedColumn, row: Seal) {
  try {
    return openSeal(cipher, column, row)
  } catch {
    return null
  }
}

export type SealError = { keyId: string; error: 'UNKNOWN' | 'DOES_NOT_OPEN' }

/** One altered row must not stop the server: a key is wrong only if it opens none of these samples. */
const samplesPerKey = 5

/** Field keys that texts are sealed with and that this server lacks, or has another key under the id of. */
export async function findSealErrors(
  { db, fieldCipher }: Pick<Services, 'db' | 'fieldCipher'>,
  column: SealedColumn,
): Promise<SealError[]> {
  const samples = await sampleOfEachKey(db, column)
  return [...new Set(samples.map(({ keyId }) => keyId))].flatMap((keyId): SealError[] => {
    if (!fieldCipher.keyIds.includes(keyId)) return [{ keyId, error: 'UNKNOWN' }]
    const isRight = samples.some((row) => row.keyId === keyId && tryToOpen(fieldCipher, column, row) !== null)
    return isRight ? [] : [{ keyId, error: 'DOES_NOT_OPEN' }]
  })
}
