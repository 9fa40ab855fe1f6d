import { isolated } from '@quaff/platform/shared/readable-text'
import type { ReviewReason } from './contract'

const dayMs = 24 * 60 * 60_000

export type ReviewDetails = {
  waitingSince: Date
  completeness: number
  /** Changes were requested before, and it is back in review. */
  cameBack: boolean
  wishesToBeLive: boolean
  /** Active and live while under review. */
  isLiveNow: boolean
}

const order = ['live_now', 'complete', 'incomplete', 'changes_made', 'hopes_to_be_live', 'waiting'] as const

/** Returns what a reviewer should know first, with the full days of waiting. */
export function reviewReasonsOf(details: ReviewDetails, now: Date): { daysWaiting: number; reasons: ReviewReason[] } {
  const daysWaiting = Math.max(0, Math.floor((now.getTime() - details.waitingSince.getTime()) / dayMs))
  const holds = {
    live_now: details.isLiveNow,
    complete: details.completeness === 100,
    incomplete: details.completeness < 100,
    changes_made: details.cameBack,
    hopes_to_be_live: details.wishesToBeLive && !details.isLiveNow,
    waiting: daysWaiting > 0,
  } satisfies Record<ReviewReason, boolean>
  return { daysWaiting, reasons: order.filter((reason) => holds[reason]) }
}

type Waiting = { id: string; waitingSince: Date }

/** Sorts the longest waiting first. */
export function byWaiting(a: Waiting, b: Waiting): number {
  return a.waitingSince.getTime() - b.waitingSince.getTime() || (a.id < b.id ? -1 : 1)
}

/** First sentence of the email that requests changes, and of its preview. */
export const changesText = (name: string, isActive: boolean) =>
  isActive
    ? `${isolated(name)} needs a few changes. It keeps selling while you make them:`
    : `${isolated(name)} needs a few changes before we can approve it:`
