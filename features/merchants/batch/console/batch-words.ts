import { counted } from '@quaff/platform/console/display/figures/figure-text'
import type { BatchResult } from '../../contract'

export type BatchVerb = 'approve' | 'review'

const merchants = (count: number) => counted(count, 'merchant')

export const batchWords = {
  approve: {
    title: (count: number) => `Approve ${merchants(count)}?`,
    text: 'Owners get an email.',
    button: 'Approve',
    done: 'approved',
  },
  review: {
    title: (count: number) => `Mark ${merchants(count)} as reviewed?`,
    text: 'Clears “Needs review”. Nothing else changes.',
    button: 'Mark reviewed',
    done: 'marked reviewed',
  },
} as const satisfies Record<BatchVerb, object>

/** "7 approved · 1 failed". */
export function batchSummary(verb: BatchVerb, results: BatchResult): string {
  const done = results.filter((result) => result.ok).length
  const failed = results.length - done
  const words = `${done} ${batchWords[verb].done}`
  return failed === 0 ? words : `${words} · ${failed} failed`
}
