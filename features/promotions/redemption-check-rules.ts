import {
  weightOf,
  type Explanation,
  type Finding,
  type FindingReason,
  type Pass,
} from '@quaff/features/redemptions/scan/contract'
import type { RefusedReason } from './redemption-check-contract'

/** Nothing is on record that speaks against it: a venue without hours still serves. All else that is not known refuses. */
const lenient: readonly FindingReason[] = ['ALLOWANCE_UNCERTAIN', 'NO_LOCATION', 'HOURS_UNKNOWN']

const isObstacle = ({ reason }: Finding) => weightOf[reason] !== 'warns' && !lenient.includes(reason)

export type Verdict = { ok: true; pass: Pass } | { ok: false; reason: RefusedReason; at: Date | null }

/**
 * The same facts that support reads to a drinker on the phone decide here: the first pass that nothing speaks against.
 * Without one, the first reason of the first pass.
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
