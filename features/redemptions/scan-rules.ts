import type { MerchantStatus } from '@quaff/features/merchants/contract'
import { readStatus } from '@quaff/features/merchants/lifecycle-rules'
import { isChurned } from '@quaff/features/subscriptions/churn-rules'
import { readUserStatus } from '@quaff/features/users/rules'
import { allowanceLeft, isOfPass, type PlanDocument, type Usage } from './allowance-rules'
import { judgePlaces, type PlaceDetails } from './places-rules'
import {
  findingWeights,
  scanLimits,
  verdicts,
  weightOf,
  type Explanation,
  type Finding,
  type FindingReason,
  type FindingWeight,
  type Pass,
  type RefusedReason,
  type ScanVerdict,
} from './scan-contract'
import type { RedemptionView } from './view-contract'

export type AccountDetails = { status: string; erasedAt: Date | null }
export type PassDetails = {
  subscriptionId: string
  status: string
  merchantId: string
  planId: string | null
  currentPeriodStart: Date
  currentPeriodEnd: Date
  cancelAtPeriodEnd: boolean
  updatedAt: Date
  /** Null if it was deleted. */
  merchant: {
    name: string
    status: string
    isLive: boolean
    requireLocationCheck: boolean
    /** Null: the platform's zone applies. */
    timeZone: string | null
  } | null
  plan: { name: string; active: boolean; fields: PlanDocument } | null
}
export type CustomerDetails = {
  account: AccountDetails
  lastRedemption: RedemptionView | null
  /** Newest first. */
  passes: readonly PassDetails[]
  locations: readonly (PlaceDetails & { merchantId: string })[]
  usages: readonly Usage[]
}

/** One refusing finding is enough. Without any, one unknown finding makes the verdict unknown. */
export function verdictOf(findings: readonly Finding[]): ScanVerdict {
  const has = (weight: FindingWeight) => findings.some(({ reason }) => weightOf[reason] === weight)
  if (has('fails')) return 'fails'
  return has('unknown') ? 'unknown' : 'succeeds'
}

/**
 * Explains for each pass whether a scan would succeed at `now`, with every reason against it. `zone` is the platform's.
 */
export function explainCustomer(details: CustomerDetails, now: Date, zone: string): Explanation {
  const findings = accountFindings(details.account)
  const chosen = passesInQuestion(details.passes, zone, now)
  const passes = chosen
    .slice(0, scanLimits.passes)
    .map((pass) => explainPass({ pass, details, account: findings, now, zone: pass.merchant?.timeZone ?? zone }))
  return {
    at: now,
    timeZone: zone,
    verdict: verdicts.find((verdict) => passes.some((pass) => pass.verdict === verdict)) ?? 'fails',
    findings,
    lastRedemption: details.lastRedemption,
    passes,
    passesTotal: chosen.length,
  }
}

/**
 * Returns passes that are not canceled or were canceled recently, since customers may ask about these. Without any,
 * returns the newest one.
 */
export function passesInQuestion(passes: readonly PassDetails[], zone: string, now: Date): PassDetails[] {
  const running = passes.filter(({ status }) => status !== 'canceled')
  const chosen = [...running, ...passes.filter((pass) => isChurned(pass, zone, now))]
  return chosen.length > 0 ? chosen : passes.slice(0, 1)
}

function accountFindings({ status, erasedAt }: AccountDetails): Finding[] {
  if (erasedAt) return [{ reason: 'ACCOUNT_ERASED', at: erasedAt }]
  const known = readUserStatus(status)
  if (known === 'active') return []
  return [known === 'suspended' ? { reason: 'ACCOUNT_SUSPENDED' } : { reason: 'ACCOUNT_STATUS', name: known }]
}

type PassInput = { pass: PassDetails; details: CustomerDetails; account: readonly Finding[]; now: Date; zone: string }

function explainPass({ pass, details, account, now, zone }: PassInput): Pass {
  const document = pass.plan?.fields ?? null
  const allowance = allowanceLeft({ pass, document, usages: details.usages }, now, zone)
  const locations = details.locations.filter(({ merchantId }) => merchantId === pass.merchantId)
  const { places, placesTotal, findings: ofPlaces } = judgePlaces({ document, locations }, now, zone)
  const findings = [
    ...subscriptionFindings(pass, now),
    ...allowance.findings,
    ...venueFindings(pass),
    ...planFindings(pass),
    ...ofPlaces,
    ...redemptionFindings(pass, details.usages, now),
  ].sort((one, other) => rankOf(one) - rankOf(other))
  return {
    subscriptionId: pass.subscriptionId,
    merchantId: pass.merchantId,
    merchantName: pass.merchant?.name.trim() || 'Unknown Merchant',
    planId: pass.planId,
    planName: pass.plan?.name.trim() || 'Unknown Plan',
    status: pass.status,
    currentPeriodEnd: pass.currentPeriodEnd,
    endsWithPeriod: pass.cancelAtPeriodEnd && pass.status !== 'canceled',
    allowance: allowance.left,
    timeZone: zone,
    verdict: verdictOf([...account, ...findings]),
    findings,
    places,
    placesTotal,
  }
}

const rankOf = ({ reason }: Finding) => findingWeights.indexOf(weightOf[reason])

function subscriptionFindings(pass: PassDetails, now: Date) {
  const end = pass.currentPeriodEnd
  const findings = [...statusFindings(pass)]
  if (end.getTime() === 0) findings.push({ reason: 'PERIOD_UNKNOWN' })
  else if (end <= now) findings.push({ reason: 'PERIOD_OVER', at: end })
  if (pass.currentPeriodStart > now) findings.push({ reason: 'PERIOD_NOT_BEGUN', at: pass.currentPeriodStart })
  return findings
}

function statusFindings({ status, updatedAt }: PassDetails): Finding[] {
  if (status === 'active' || status === 'trialing') return []
  if (status === 'past_due') return [{ reason: 'PAST_DUE' }]
  return status === 'canceled' ? [{ reason: 'CANCELED', at: updatedAt }] : [{ reason: 'STATUS_UNKNOWN', name: status }]
}

const venueReason = {
  pending: 'VENUE_NOT_APPROVED',
  pending_review: 'VENUE_NOT_APPROVED',
  active: null,
  suspended: 'VENUE_SUSPENDED',
  rejected: 'VENUE_DECLINED',
  archived: 'VENUE_ARCHIVED',
} as const satisfies Record<MerchantStatus, FindingReason | null>

function venueFindings({ merchant }: PassDetails): Finding[] {
  if (!merchant) return [{ reason: 'VENUE_UNKNOWN' }]
  const reason = venueReason[readStatus(merchant.status)]
  if (reason) return [{ reason }]
  return [
    ...(merchant.isLive ? [] : [{ reason: 'VENUE_NOT_LIVE' } as const]),
    ...(merchant.requireLocationCheck ? [{ reason: 'LOCATION_CHECK' } as const] : []),
  ]
}

function planFindings({ plan }: PassDetails): Finding[] {
  if (!plan) return [{ reason: 'PLAN_UNKNOWN' }]
  return plan.active ? [] : [{ reason: 'PLAN_INACTIVE' }]
}

function redemptionFindings(pass: PassDetails, usages: readonly Usage[], now: Date): Finding[] {
  const times = usages.filter((usage) => isOfPass(usage, pass)).map(({ lastAt }) => lastAt?.getTime() ?? 0)
  const last = Math.max(0, ...times)
  return now.getTime() - last < scanLimits.doubleScanMs ? [{ reason: 'JUST_REDEEMED', at: new Date(last) }] : []
}

/** Findings that do not reject: a location without hours still serves. All other unknown data rejects. */
const lenient: readonly FindingReason[] = ['ALLOWANCE_UNCERTAIN', 'NO_LOCATION', 'HOURS_UNKNOWN']

const isObstacle = ({ reason }: Finding) => weightOf[reason] !== 'warns' && !lenient.includes(reason)

type Refused = { ok: false; reason: RefusedReason; at: Date | null; finding?: Finding; pass?: Pass }
export type Verdict = { ok: true; pass: Pass } | Refused

/**
 * Uses the same findings that support sees: returns the first subscription without an obstacle, or else the first
 * reason of the first one.
 */
export function decideRedemption({ findings, passes }: Pick<Explanation, 'findings' | 'passes'>): Verdict {
  const ofAccount = findings.find(isObstacle)
  if (ofAccount) return refuse(ofAccount)
  const pass = passes.find((one) => !one.findings.some(isObstacle))
  if (pass) return { ok: true, pass }
  const [first] = passes
  const finding = first?.findings.find(isObstacle)
  return finding ? refuse(finding, first) : { ok: false, reason: 'NO_PASS', at: null }
}

const refuse = (finding: Finding, pass?: Pass): Refused => ({
  ok: false,
  reason: finding.reason,
  at: 'at' in finding ? finding.at : null,
  finding,
  ...(pass && { pass }),
})

/** After one more. */
export const leftAfter = ({ allowance }: Pick<Pass, 'allowance'>): number | null =>
  allowance.kind === 'limited' ? allowance.left - 1 : null

/**
 * Returns what is compared of a pass code, which is the ID of the subscription: copied codes have spaces or dashes, and
 * some keyboards and scanners type another case or width. Null if the text has other letters.
 */
export function passCodeOf(text: string): string | null {
  const code = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{Cf}\p{Cc}]/gu, '')
  return /^[a-z0-9]{4,}$/.test(code) ? code : null
}
