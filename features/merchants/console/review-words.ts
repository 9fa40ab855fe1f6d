import { counted } from '@quaff/platform/console/display/figure-text'
import { sentenceCase } from '@quaff/platform/shared/readable-text'
import type { ReviewItem, ReviewReason } from '../contract'

const reasonWords = {
  complete: 'ready to approve',
  incomplete: 'steps missing',
  changes_made: 'back with changes',
  hopes_to_be_live: 'goes live on approval',
  live_now: 'live now',
} as const satisfies Record<Exclude<ReviewReason, 'waiting'>, string>

export function waitingText(daysWaiting: number): string {
  if (daysWaiting < 1) return 'Submitted today'
  return `Waiting ${counted(daysWaiting, 'day')}`
}

/** Why it stands where it stands, beside the days it waits: "Live now · steps missing". */
export function priorityText({ reasons }: Pick<ReviewItem, 'reasons'>): string {
  const words = reasons.flatMap((reason) => (reason === 'waiting' ? [] : [reasonWords[reason]])).join(' · ')
  return sentenceCase(words)
}
