import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Queryable } from '@quaff/platform/server/context'
import { apiKeys, apiKeySecrets } from './tables'

/** By the first signs of the secret; whether the rest is right, and whether it still counts, is for the caller. */
export async function findBySecretStart(db: Queryable, start: string) {
  const [row] = await db
    .select({ key: apiKeys, secret: apiKeySecrets })
    .from(apiKeySecrets)
    .innerJoin(apiKeys, eq(apiKeys.id, apiKeySecrets.apiKeyId))
    .where(eq(apiKeySecrets.start, start))
  return row
}

export async function saveLastUsed(db: Queryable, keyId: string, now: Date, before: Date): Promise<void> {
  const isOld = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, before))
  await db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKeys.id, keyId), isOld))
}
