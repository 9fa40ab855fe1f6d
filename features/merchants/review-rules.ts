import type { ReviewReason } from './contract'

const dayMs = 24 * 60 * 60_000

export type ReviewDetails = {
  id: string
  waitingSince: Date
  completeness: number
  /** Changes were requested before, and it is back in review. */
  cameBack: boolean
  wishesToBeLive: boolean
  /** Active and live while under review. */
  isLiveNow: boolean
}

/** Points that a reason weighs. A day of waiting is ten, so that nothing complete waits five days longer than something unfinished. */
export const reviewWeights = {
  waiting: 10,
  complete: 50,
  incomplete: 0,
  changes_made: 30,
  hopes_to_be_live: 20,
  live_now: 60,
} as const satisfies Record<ReviewReason, number>

export type ReviewPriority = { priority: number; daysWaiting: number; reasons: ReviewReason[] }

/** Priority and its reasons: ten points per full day of waiting plus the weight of each reason. */
export function reviewPriority(details: ReviewDetails, now: Date): ReviewPriority {
  const daysWaiting = Math.max(0, Math.floor((now.getTime() - details.waitingSince.getTime()) / dayMs))
  const holds = {
    live_now: details.isLiveNow,
    complete: details.completeness === 100,
    incomplete: details.completeness < 100,
    changes_made: details.cameBack,
    hopes_to_be_live: details.wishesToBeLive && !details.isLiveNow,
    waiting: daysWaiting > 0,
  } satisfies Record<ReviewReason, boolean>
  const reasons = order.filter((reason) => holds[reason])
  const weight = (reason: ReviewReason) => reviewWeights[reason] * (reason === 'waiting' ? daysWaiting : 1)
  return { priority: reasons.reduce((sum, reason) => sum + weight(reason), 0), daysWaiting, reasons }
}

const order = ['live_now', 'complete', 'incomplete', 'changes_made', 'hopes_to_be_live', 'waiting'] as const

type Ranked = { id: string; priority: number; waitingSince: Date }

/** Most urgent first; of equals who has waited longest. */
export function byPriority(a: Ranked, b: Ranked): number {
  return b.priority - a.priority || a.waitingSince.getTime() - b.waitingSince.getTime() || (a.id < b.id ? -1 : 1)
}
