import { weekdayOf } from '@quaff/features/locations/opening-rules'
import { allowancePeriods, type AllowancePeriod } from '@quaff/features/plans/contract'
import { otherPlanFields, readPlanFields } from '@quaff/features/plans/rules'
import { dayKeyIn, shiftDaysIn, startOfDayIn, startOfMonthIn, weekdays } from '@quaff/platform/shared/calendar'
import { scanLimits, type AllowanceLeft, type Finding, type PlanRule } from './scan-contract'

export type Period = { from: Date; to: Date }
export type PlanDocument = Readonly<Record<string, unknown>>

/**
 * Returns the day, the week (from Monday) or the month of the zone that contains `now`. `to` is the start of the next
 * one.
 */
export function allowancePeriod(per: AllowancePeriod, now: Date, zone: string): Period {
  return periods[per](now, zone)
}

const daysPerWeek = weekdays.length
const inNextMonth = 32
const periods = {
  day: (now, zone) => ({ from: startOfDayIn(zone, now), to: shiftDaysIn(zone, now, 1) }),
  week(now, zone) {
    const sinceMonday = weekdays.indexOf(weekdayOf(dayKeyIn(zone, now)))
    return { from: shiftDaysIn(zone, now, -sinceMonday), to: shiftDaysIn(zone, now, daysPerWeek - sinceMonday) }
  },
  month(now, zone) {
    const from = startOfMonthIn(zone, now)
    return { from, to: startOfMonthIn(zone, shiftDaysIn(zone, from, inNextMonth)) }
  },
} satisfies Record<AllowancePeriod, (now: Date, zone: string) => Period>

export const currentPeriods = (now: Date, zone: string): Record<AllowancePeriod, Period> => ({
  day: allowancePeriod('day', now, zone),
  week: allowancePeriod('week', now, zone),
  month: allowancePeriod('month', now, zone),
})

/** Completed redemptions of one person in the current periods, for one merchant, plan and subscription. */
export type Usage = Record<AllowancePeriod, number> & {
  merchantId: string
  planId: string | null
  subscriptionId: string | null
  lastAt: Date | null
}
type PassKey = { subscriptionId: string; merchantId: string; planId: string | null }

/** Matches by subscription. Redemptions without one match every pass of the same merchant and plan. */
export function isOfPass(usage: Usage, pass: PassKey): boolean {
  if (usage.subscriptionId !== null) return usage.subscriptionId === pass.subscriptionId
  return usage.merchantId === pass.merchantId && usage.planId !== null && usage.planId === pass.planId
}

const isOfNoPass = (usage: Usage, { merchantId }: PassKey) =>
  usage.merchantId === merchantId && usage.subscriptionId === null && usage.planId === null

/** Returns true if the rule is stored in an unreadable format. */
export function isUnreadable(document: PlanDocument, rule: PlanRule): boolean {
  return otherPlanFields(document).some(({ key }) => key === rule)
}

type AllowanceDetails = { pass: PassKey; document: PlanDocument | null; usages: readonly Usage[] }
export type AllowanceVerdict = { left: AllowanceLeft; findings: Finding[] }

/** Returns the rest of the plan's allowance in the current period. `document` is null if the plan was deleted. */
export function allowanceLeft({ pass, document, usages }: AllowanceDetails, now: Date, zone: string): AllowanceVerdict {
  if (!document) return { left: { kind: 'unknown' }, findings: [] }
  if (isUnreadable(document, 'allowance'))
    return { left: { kind: 'unknown' }, findings: [{ reason: 'RULE_UNREADABLE', rule: 'allowance' }] }
  const { allowance } = readPlanFields(document)
  if (!allowance) return { left: { kind: 'unlimited' }, findings: [] }
  const { drinks, per } = allowance
  const countOf = (belongs: (usage: Usage, pass: PassKey) => boolean) =>
    usages.filter((usage) => belongs(usage, pass)).reduce((sum, usage) => sum + usage[per], 0)
  const used = countOf(isOfPass)
  const unassigned = countOf(isOfNoPass)
  const renewsAt = allowancePeriod(per, now, zone).to
  const left = Math.max(drinks - used, 0)
  const findings: Finding[] = []
  if (left === 0) findings.push({ reason: 'ALLOWANCE_USED_UP', allowance, at: renewsAt, timeZone: zone })
  else if (unassigned >= left) findings.push({ reason: 'ALLOWANCE_UNCERTAIN', count: unassigned })
  return { left: { kind: 'limited', drinks, per, used, left, renewsAt }, findings }
}

/** Returns the range of redemptions that covers every current period and a possible double scan. */
export function usagePeriods(now: Date, zone: string) {
  const periods = currentPeriods(now, zone)
  const starts = allowancePeriods.map((per) => periods[per].from.getTime())
  const since = new Date(Math.min(...starts, now.getTime() - scanLimits.doubleScanMs))
  return { since, until: periods.day.to, periods }
}
