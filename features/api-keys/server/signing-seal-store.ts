import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import { inText, type Queryable, type Seal, type SealBatch, type Transaction } from '@quaff/platform/server'
import { apiKeySecrets } from './tables'

const { start, signingEncrypted, keyId } = apiKeySecrets
const sealed = { id: start, text: signingEncrypted, keyId }

export async function lockOffKey(tx: Transaction, { currentKeyId, after, limit }: SealBatch) {
  return tx
    .select(sealed)
    .from(apiKeySecrets)
    .where(and(ne(keyId, currentKeyId), gt(start, after)))
    .orderBy(asc(start))
    .limit(inText(limit))
    .for('update')
}

export async function replace(tx: Transaction, seal: Seal) {
  await tx.update(apiKeySecrets).set({ signingEncrypted: seal.text, keyId: seal.keyId }).where(eq(start, seal.id))
}

export async function sampleOfEachKey(db: Queryable, perKey: number) {
  const rank = sql<number>`row_number() over (partition by ${keyId} order by ${start})`.as('rank')
  const ranked = db
    .select({ ...sealed, rank })
    .from(apiKeySecrets)
    .as('ranked')
  return db
    .select({ id: ranked.id, text: ranked.text, keyId: ranked.keyId })
    .from(ranked)
    .where(sql`${ranked.rank} <= ${perKey}`)
}
