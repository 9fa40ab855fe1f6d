import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { inText, type Queryable, type Seal, type SealBatch, type Transaction } from '@quaff/platform/server'
import { webhookSecrets } from './tables'

const { id, encrypted, keyId, endpointId, validUntil, createdAt } = webhookSecrets
const sealed = { id, text: encrypted, keyId }

/** Encryption is bound to the row: a secret copied to another endpoint cannot be decrypted. */
export const boundTo = (secretId: string) => `${secretId}|webhook`

export async function insertSecret(tx: Transaction, seal: Seal, details: { endpointId: string; createdAt: Date }) {
  await tx.insert(webhookSecrets).values({ id: seal.id, encrypted: seal.text, keyId: seal.keyId, ...details })
}

/** Deletes older secrets. The newest signs until `until`, or is deleted too if that is null. */
export async function endSecrets(tx: Transaction, ofEndpoint: string, until: Date | null) {
  const isOwn = eq(endpointId, ofEndpoint)
  await tx.delete(webhookSecrets).where(until === null ? isOwn : and(isOwn, isNotNull(validUntil)))
  if (until !== null) await tx.update(webhookSecrets).set({ validUntil: until }).where(isOwn)
}

/** Valid secrets, newest first. */
export async function listSecrets(db: Queryable, endpointIds: readonly string[], now: Date) {
  return db
    .select({ ...sealed, endpointId })
    .from(webhookSecrets)
    .where(and(inArray(endpointId, [...endpointIds]), or(isNull(validUntil), gt(validUntil, now))))
    .orderBy(desc(createdAt), desc(id))
}

export async function lockOffKey(tx: Transaction, { currentKeyId, after, limit }: SealBatch) {
  return tx
    .select(sealed)
    .from(webhookSecrets)
    .where(and(ne(keyId, currentKeyId), gt(id, after)))
    .orderBy(asc(id))
    .limit(inText(limit))
    .for('update')
}

export async function replace(tx: Transaction, seal: Seal) {
  await tx.update(webhookSecrets).set({ encrypted: seal.text, keyId: seal.keyId }).where(eq(id, seal.id))
}

export async function sampleOfEachKey(db: Queryable, perKey: number) {
  const rank = sql<number>`row_number() over (partition by ${keyId} order by ${id})`.as('rank')
  const ranked = db
    .select({ ...sealed, rank })
    .from(webhookSecrets)
    .as('ranked')
  return db
    .select({ id: ranked.id, text: ranked.text, keyId: ranked.keyId })
    .from(ranked)
    .where(sql`${ranked.rank} <= ${perKey}`)
}
