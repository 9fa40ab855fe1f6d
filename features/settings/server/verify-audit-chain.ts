import type { Services } from '@quaff/platform/server/context'
import { auditLogLimits, type AuditFinding, type VerifyAuditStep } from '../audit-contract'
import {
  countUnsealed,
  findEarlierSealing,
  findHashAt,
  findLastSeal,
  listSeals,
  type SealRow,
} from './audit-chain-store'
import { sealHash, type SealedEntry } from './seal-hash'

/** Long transactions and clocks that differ make an entry look older than what was sealed before it. */
const toleranceMs = 60 * 60_000

/**
 * Checks the next seals after a place: each against its entry and the seal before it. Whoever can write to the database
 * past the server could make the whole chain anew: compare `head` with one that was noted elsewhere.
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

async function walk(db: Services['db'], rows: readonly SealRow[], after: number): Promise<AuditFinding[]> {
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
function isBackdated({ occurredAt }: SealedEntry, earlierSealing: Date | null): boolean {
  return earlierSealing !== null && Number(occurredAt) < oldestHonest(earlierSealing).getTime()
}

function entryOf({ id, action, targetType, targetId, ...rest }: SealRow): SealedEntry | null {
  if (id === null || action === null || targetType === null || targetId === null) return null
  return { id, action, targetType, targetId, ...rest }
}
