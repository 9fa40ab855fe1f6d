import { counted } from '@quaff/platform/console/display/figure-text'
import { summaryOf } from '@quaff/platform/console/list/bulk/run-one-by-one'
import type { BatchResult } from '../contract'

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

export const batchSummary = (verb: BatchVerb, results: BatchResult) =>
  summaryOf(
    batchWords[verb].done,
    results.map(({ merchantId: id, ...result }) => ({ id, ...result })),
  )
