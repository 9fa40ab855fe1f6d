import {
  weightOf,
  type Explanation,
  type Finding,
  type FindingReason,
  type Pass,
} from '@quaff/features/redemptions/scan/contract'
import type { RefusedReason } from './redemption-check-contract'

/** Findings that do not reject: a location without hours still serves. All other unknown data rejects. */
const lenient: readonly FindingReason[] = ['ALLOWANCE_UNCERTAIN', 'NO_LOCATION', 'HOURS_UNKNOWN']

const isObstacle = ({ reason }: Finding) => weightOf[reason] !== 'warns' && !lenient.includes(reason)

export type Verdict = { ok: true; pass: Pass } | { ok: false; reason: RefusedReason; at: Date | null }

/**
 * Uses the same findings that support sees: returns the first subscription without an obstacle, or else the first
 * reason of the first one.
 */
export function decideRedemption({ findings, passes }: Pick<Explanation, 'findings' | 'passes'>): Verdict {
  const ofAccount = findings.find(isObstacle)
  if (ofAccount) return refuse(ofAccount)
  const pass = passes.find((one) => !one.findings.some(isObstacle))
  if (pass) return { ok: true, pass }
  const first = passes[0]?.findings.find(isObstacle)
  return first ? refuse(first) : { ok: false, reason: 'NO_PASS', at: null }
}

const refuse = (finding: Finding): Verdict => ({
  ok: false,
  reason: finding.reason,
  at: 'at' in finding ? finding.at : null,
})

/** After one more. */
export const leftAfter = ({ allowance }: Pick<Pass, 'allowance'>): number | null =>
  allowance.kind === 'limited' ? allowance.left - 1 : null
