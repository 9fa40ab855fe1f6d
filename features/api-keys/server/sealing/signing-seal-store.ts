import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import type { SealedSigning } from '../new-secrets'
import { apiKeySecrets } from '../tables'

const { start, signingEncrypted, keyId } = apiKeySecrets
const sealed = { start, signingEncrypted, keyId }

type Batch = { currentKeyId: string; after: string; limit: number }

export async function lockSealsOffKey(tx: Transaction, batch: Batch): Promise<SealedSigning[]> {
  return tx
    .select(sealed)
    .from(apiKeySecrets)
    .where(and(ne(keyId, batch.currentKeyId), gt(start, batch.after)))
    .orderBy(asc(start))
    .limit(batch.limit)
    .for('update')
}

export async function replaceSigningSeal(tx: Transaction, seal: SealedSigning): Promise<void> {
  await tx
    .update(apiKeySecrets)
    .set({ signingEncrypted: seal.signingEncrypted, keyId: seal.keyId })
    .where(eq(start, seal.start))
}

export async function sampleSealsOfEachKey(db: Queryable, perKey: number): Promise<SealedSigning[]> {
  const rank = sql<number>`row_number() over (partition by ${keyId} order by ${start})`.as('rank')
  const ranked = db
    .select({ ...sealed, rank })
    .from(apiKeySecrets)
    .as('ranked')
  return db
    .select({ start: ranked.start, signingEncrypted: ranked.signingEncrypted, keyId: ranked.keyId })
    .from(ranked)
    .where(sql`${ranked.rank} <= ${perKey}`)
}
