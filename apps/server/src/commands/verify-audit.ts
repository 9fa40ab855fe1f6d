import type { AuditFinding } from '@quaff/features/settings/audit-contract'
import { findingText } from '@quaff/features/settings/audit-rules'
import { findSealHash, verifyAuditChain } from '@quaff/features/settings/server'
import type { Services } from '@quaff/platform/server'
import { SettingsError, type ServerSettings } from '../environment'
import { openServices } from '../services'
import { failOnCrash } from './fail-on-crash'

export type NotedSeal = { position: number; hash: string }

/** `verify-audit [place:seal]`: reads the whole chain and changes nothing; fails when something is wrong with it. */
export async function verifyAudit(settings: ServerSettings, args: readonly string[]) {
  const noted = readNotedSeal(args)
  const opened = await openServices(settings, failOnCrash)
  try {
    await reportChain(opened.services, noted, (line) => void process.stdout.write(`${line}\n`))
  } finally {
    await opened.close()
  }
}

/**
 * A seal that was stored elsewhere shows what the chain alone cannot: that its end was cut off or all of it was
 * rewritten.
 */
export async function reportChain(services: Services, noted: NotedSeal | null, print: (line: string) => void) {
  const findings: AuditFinding[] = []
  let checked = 0
  let step = await verifyAuditChain(services, 0)
  for (;;) {
    findings.push(...step.findings)
    checked += step.checked
    print(`${checked} of ${step.total} entries checked`)
    if (step.done) break
    step = await verifyAuditChain(services, step.through)
  }
  const errors = findings.map(findingText)
  if (noted && (await findSealHash(services.db, noted.position)) !== noted.hash)
    errors.push(`Position ${noted.position}: the seal differs from the one you noted.`)
  if (errors.length > 0)
    throw new SettingsError([`✗ audit log  Tampering found (${errors.length})`, ...errors].join('\n'))
  print(`✓ audit log  No tampering found · ${step.unsealed ?? 0} entries waiting for the next seal`)
  if (step.head) print(`Latest seal (store a copy elsewhere): ${step.head.position}:${step.head.hash}`)
}

export function readNotedSeal(args: readonly string[]): NotedSeal | null {
  const [text, ...rest] = args
  if (text === undefined) return null
  const match = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text)
  if (rest.length > 0 || !match?.[2]) throw new SettingsError('Usage: npm run verify-audit [-- <position>:<seal>]')
  return { position: Number(match[1]), hash: match[2] }
}
