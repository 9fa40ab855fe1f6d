import { and, desc, eq, gt, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { Queryable, Seal, SealedColumn, Transaction } from '@quaff/platform/server'
import { webhookSecrets } from './tables'

const { id, encrypted, keyId, endpointId, validUntil, createdAt } = webhookSecrets
const sealed = { id, text: encrypted, keyId }

export const sealedSecrets: SealedColumn = {
  table: webhookSecrets,
  id,
  text: encrypted,
  keyId,
  /** A secret copied to another endpoint cannot be decrypted. */
  boundTo: (secretId) => `${secretId}|webhook`,
}

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
