import { createHash } from 'node:crypto'

/** An entry as the database writes it: JSON as its own text, which is one for one value. */
export type SealedEntry = {
  id: string
  sequence: string
  action: string
  targetType: string
  targetId: string
  merchantId: string | null
  adminUserId: string | null
  adminEmail: string | null
  before: string | null
  after: string | null
  requestId: string | null
  /** Milliseconds since 1970. */
  occurredAt: string
}

/** Changing this format breaks every chain there is: a new one needs a new name and the old one beside it. */
const format = 'audit-seal-1'

/** SHA-256, in hex, over the entry and the seal before it; `previous` is empty for the first one. */
export function sealHash(previous: string, entry: SealedEntry): string {
  const { id, sequence, action, targetType, targetId, merchantId } = entry
  const { adminUserId, adminEmail, before, after, requestId, occurredAt } = entry
  const what = [id, sequence, action, targetType, targetId, merchantId]
  const who = [adminUserId, adminEmail, before, after, requestId, occurredAt]
  // An array in JSON, unlike joined texts, cannot read the same for two different entries.
  return createHash('sha256')
    .update(JSON.stringify([format, previous, ...what, ...who]))
    .digest('hex')
}
