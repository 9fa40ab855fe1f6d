import type { Queryable, Services, Transaction } from './context'
import type { FieldCipher } from './ports'
import { inTransaction } from './transaction'

/** A text that the field key `keyId` has sealed for the row `id`. */
export type Seal = { id: string; text: string; keyId: string }

/** A column of sealed texts: how they are bound to their rows, and how they are read and replaced. */
export type SealedColumn = {
  boundTo(id: string): string
  lockOffKey(tx: Transaction, batch: SealBatch): Promise<Seal[]>
  replace(tx: Transaction, seal: Seal): Promise<void>
  sampleOfEachKey(db: Queryable, perKey: number): Promise<Seal[]>
}
export type SealBatch = { currentKeyId: string; after: string; limit: number }

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

/** Seals every text with the current field key. Each batch commits alone, so it may be killed and started again. */
export async function rotateSeals(services: Services, column: SealedColumn): Promise<SealRotation> {
  let rotated = 0
  for (;;) {
    const pass = await rotateOnce(services, column)
    rotated += pass.rotated
    // A server that still seals with the old key may have written behind us.
    if (pass.rotated === 0) return { rotated, unreadable: pass.unreadable }
  }
}

async function rotateOnce(services: Services, column: SealedColumn): Promise<SealRotation> {
  const unreadable: string[] = []
  let [rotated, after] = [0, '']
  for (;;) {
    const batch = await inTransaction(services, (tx) => rotateBatch(services, tx, column, after))
    if (batch.last === undefined) return { rotated, unreadable }
    after = batch.last
    rotated += batch.rotated
    unreadable.push(...batch.unreadable)
  }
}

async function rotateBatch({ fieldCipher, log }: Services, tx: Transaction, column: SealedColumn, after: string) {
  const { currentKeyId } = fieldCipher
  const rows = await column.lockOffKey(tx, { currentKeyId, after, limit: batchSize })
  const unreadable: string[] = []
  for (const row of rows) {
    const plain = tryToOpen(fieldCipher, column, row)
    if (plain !== null) await column.replace(tx, seal(fieldCipher, column, row.id, plain))
    else unreadable.push(row.id)
  }
  for (const id of unreadable) log.error('sealed_text_unreadable', { id })
  return { last: rows.at(-1)?.id, rotated: rows.length - unreadable.length, unreadable }
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
  const samples = await column.sampleOfEachKey(db, samplesPerKey)
  return [...new Set(samples.map(({ keyId }) => keyId))].flatMap((keyId): SealError[] => {
    if (!fieldCipher.keyIds.includes(keyId)) return [{ keyId, error: 'UNKNOWN' }]
    const isRight = samples.some((row) => row.keyId === keyId && tryToOpen(fieldCipher, column, row) !== null)
    return isRight ? [] : [{ keyId, error: 'DOES_NOT_OPEN' }]
  })
}
