import { counted } from '@quaff/platform/console/display/figures/figure-text'
import type { BatchResult } from '../../contract'

export type BatchVerb = 'approve' | 'review'

const merchants = (count: number) => counted(count, 'merchant')

export const batchWords = {
  approve: {
    title: (count: number) => `Approve ${merchants(count)}?`,
    text: 'Each one is checked by itself, and its owners are told by mail. The server decides the resulting status.',
    button: 'Approve',
    done: 'approved',
  },
  review: {
    title: (count: number) => `Mark ${merchants(count)} as reviewed?`,
    text: 'Takes "Needs review" away. Their status and whether they are live stay as they are.',
    button: 'Mark reviewed',
    done: 'marked reviewed',
  },
} as const satisfies Record<BatchVerb, object>

/** "7 approved, 1 refused". */
export function batchSummary(verb: BatchVerb, results: BatchResult): string {
  const done = results.filter((result) => result.ok).length
  const refused = results.length - done
  const words = `${done} ${batchWords[verb].done}`
  return refused === 0 ? words : `${words}, ${refused} refused`
}
