import { createHash } from 'node:crypto'
import { authorize, type Context, inTransaction, type Services } from '@quaff/platform/server'
import { type AuditFinding, auditLogLimits, type VerifyAuditStep } from '../audit-contract'
import { settingsPermissions } from '../permissions'
import {
  countUnsealed,
  findEarlierSealing,
  findHashAt,
  findLastSeal,
  insertSeals,
  listSeals,
  listUnsealed,
  lockSeals,
  type SealRow,
} from './audit-chain-store'

const batch = 20_000

/** Clocks of servers differ, and a long transaction is dated from its start. */
const recentMs = 24 * 60 * 60_000

/**
 * Adds every settled entry to the chain (G36), in the order of the transactions that wrote them. What an open
 * transaction could still come before is left for the next run, so that the chain only ever grows at its end. Looks at
 * the entries of the last day; `sealOldAuditEntries` at all.
 */
export async function sealAuditLog(services: Services) {
  await sealAll(services, new Date(services.clock.now().getTime() - recentMs))
}

/** Imported entries and such that waited long bear an older date. */
export async function sealOldAuditEntries(services: Services) {
  await sealAll(services, null)
}

/**
 * One transaction and one timestamp for all of them: entries of one sealing do not reveal their relative age, and an
 * aborted one would make the rest look newer.
 */
function sealAll(services: Services, since: Date | null): Promise<void> {
  const sealedAt = services.clock.now()
  return inTransaction(services, async (tx) => {
    await lockSeals(tx)
    const last = await findLastSeal(tx)
    let { position, hash } = last ?? { position: 0, hash: '' }
    for (;;) {
      // Before the first seal the log may hold years of imported entries.
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

/** An entry as the database writes it: JSON as its own text, which is one for one value. */
type SealedEntry = {
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
function sealHash(previous: string, entry: SealedEntry) {
  const { id, sequence, action, targetType, targetId, merchantId } = entry
  const { adminUserId, adminEmail, before, after, requestId, occurredAt } = entry
  const what = [id, sequence, action, targetType, targetId, merchantId]
  const who = [adminUserId, adminEmail, before, after, requestId, occurredAt]
  // An array in JSON, unlike joined texts, cannot read the same for two different entries.
  return createHash('sha256')
    .update(JSON.stringify([format, previous, ...what, ...who]))
    .digest('hex')
}

/** Long transactions and different clocks can make an entry look older than the ones sealed before it. */
const toleranceMs = 60 * 60_000

/**
 * Verifies the next seals: each against its entry and the previous seal. An attacker with database access could
 * rewrite the whole chain, so compare `head` with a copy stored elsewhere.
 */
export async function verifyAuditChain({ db }: Pick<Services, 'db'>, after: number): Promise<VerifyAuditStep> {
  const rows = await listSeals(db, after, auditLogLimits.verifyBatch)
  const head = await findLastSeal(db)
  const findings = await walk(db, rows, after)
  const done = rows.length < auditLogLimits.verifyBatch
  const waiting = done ? await countUnsealed(db, head && oldestHonest(head.sealedAt)) : null
  for (const auditId of waiting?.backdated ?? []) findings.push({ kind: 'backdated', position: null, auditId })
  return {
    checked: rows.length,
    through: rows.at(-1)?.position ?? after,
    total: head?.position ?? 0,
    findings: findings.slice(0, auditLogLimits.findings),
    done,
    head: head && { position: head.position, hash: head.hash },
    unsealed: waiting?.unsealed ?? null,
  }
}

const oldestHonest = (sealedAt: Date) => new Date(sealedAt.getTime() - toleranceMs)

async function walk(db: Services['db'], rows: readonly SealRow[], after: number) {
  const [first] = rows
  if (!first) return []
  const findings: AuditFinding[] = []
  let previous = { position: after, hash: await findHashAt(db, after), sealedAt: first.sealedAt }
  let earlierSealing = await findEarlierSealing(db, { upTo: after, before: first.sealedAt })
  for (const row of rows) {
    if (row.sealedAt.getTime() !== previous.sealedAt.getTime()) earlierSealing = previous.sealedAt
    findings.push(...findingsAt(row, { ...previous, earlierSealing }))
    previous = row
  }
  return findings
}

type PreviousSeal = { position: number; hash: string; earlierSealing: Date | null }

/** Each seal is compared with the stored one before it, so that one changed entry is one finding and not all after it. */
function findingsAt(row: SealRow, previous: PreviousSeal): AuditFinding[] {
  const { position, auditId } = row
  const findings: AuditFinding[] = []
  const isNext = position === previous.position + 1
  if (!isNext) findings.push({ kind: 'seal_missing', position: previous.position + 1, auditId: null })
  const entry = entryOf(row)
  if (!entry) return [...findings, { kind: 'missing', position, auditId }]
  // After a gap the seal before is not there to compare with.
  if (isNext && sealHash(previous.hash, entry) !== row.hash) findings.push({ kind: 'altered', position, auditId })
  if (isBackdated(entry, previous.earlierSealing)) findings.push({ kind: 'backdated', position, auditId })
  return findings
}

/** An earlier sealing would have found it, had it been there at the time it names. */
function isBackdated({ occurredAt }: SealedEntry, earlierSealing: Date | null) {
  return earlierSealing !== null && Number(occurredAt) < oldestHonest(earlierSealing).getTime()
}

function entryOf({ id, action, targetType, targetId, ...rest }: SealRow): SealedEntry | null {
  if (id === null || action === null || targetType === null || targetId === null) return null
  return { id, action, targetType, targetId, ...rest }
}

export async function verifyAuditStep(ctx: Context, { after }: { after: number }): Promise<VerifyAuditStep> {
  authorize(ctx.actor, settingsPermissions, 'settings.audit')
  return verifyAuditChain(ctx, after)
}
