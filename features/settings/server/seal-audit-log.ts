import type { Services } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { findLastSeal, insertSeals, listUnsealed, lockSeals } from './audit-chain-store'
import { sealHash } from './seal-hash'

const batch = 20_000
/** Clocks of servers differ, and long work is dated from its beginning. */
const recentMs = 24 * 60 * 60_000

/**
 * Adds every settled entry to the chain (G36), in the order of the transactions that wrote them. What an open
 * transaction could still come before is left for the next run, so that the chain only ever grows at its end. Looks at
 * the entries of the last day; `sealOldAuditEntries` at all.
 */
export async function sealAuditLog(services: Services): Promise<void> {
  await sealAll(services, new Date(services.clock.now().getTime() - recentMs))
}

/** Imported entries and such that waited long bear an older date. */
export async function sealOldAuditEntries(services: Services): Promise<void> {
  await sealAll(services, null)
}

/**
 * One transaction and one time for all of it: entries of one sealing say nothing about each other's age, and one that
 * broke off would make what it left behind look written later.
 */
function sealAll(services: Services, since: Date | null): Promise<void> {
  const sealedAt = services.clock.now()
  return inTransaction(services, async (tx) => {
    await lockSeals(tx)
    const last = await findLastSeal(tx)
    let { position, hash } = last ?? { position: 0, hash: '' }
    for (;;) {
      // Before the first seal the log may be an import of years.
      const entries = await listUnsealed(tx, { since: last ? since : null, limit: batch })
      if (entries.length === 0) return
      const seals = entries.map((entry) => {
        position += 1
        hash = sealHash(hash, entry)
        return { position, auditId: entry.id, hash, sealedAt }
      })
      await insertSeals(tx, seals)
      if (entries.length < batch) return
    }
  })
}
