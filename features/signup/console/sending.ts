import { reasonOf } from '@quaff/features/reasons'

/** What a failed attempt to send leads to. */
export type Failure =
  /** The connection or the server: tried again by itself. */
  | { kind: 'again' }
  /** The mailbox has to be proved once more. */
  | { kind: 'prove' }
  /** The page was open for a day. */
  | { kind: 'renew' }
  /** An answer is wrong: back to the form. */
  | { kind: 'correct'; text: string }
  /** For people to decide: the sentence of the server, and a button. */
  | { kind: 'stop'; text: string }

export const sendingLimits = { slowMs: 30_000, attemptMs: 15_000 } as const

const tooLong = 'Your answers are too long. Shorten them and send the application again.'
const passing = new Set([408, 425, 500, 502, 503, 504])

export function failureOf(error: unknown): Failure {
  const status = statusOf(error)
  const text = error instanceof Error ? error.message : ''
  const reason = reasonOf(error)
  if (status === undefined || passing.has(status) || reason === 'FORM_EARLY') return { kind: 'again' }
  if (reason === 'PROOF') return { kind: 'prove' }
  if (reason === 'FORM_EXPIRED') return { kind: 'renew' }
  if (status === 400) return { kind: 'correct', text }
  if (status === 413) return { kind: 'correct', text: tooLong }
  return { kind: 'stop', text }
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined
}

const longestPauseMs = 15_000

/** 1, 2, 4, 8 seconds and then every 15. */
export function pauseMs(failedAttempts: number): number {
  return Math.min(longestPauseMs, 1_000 * 2 ** Math.max(0, failedAttempts - 1))
}
