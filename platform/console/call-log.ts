import { ORPCError } from '@orpc/client'
import { refusalReason } from '@quaff/platform/shared/refusal'

/** What may be written down of a failed call: never its input, its message or anybody's name. */
export type FailedCall = {
  event: 'call_failed'
  /** As in "merchants.update". */
  procedure: string
  /** HTTP status; null where nothing answered. */
  status: number | null
  reason: string
}

export function describeFailure(path: readonly string[], error: unknown): FailedCall {
  const status = error instanceof ORPCError ? error.status : null
  return { event: 'call_failed', procedure: path.join('.'), status, reason: refusalReason(error) ?? nameOf(error) }
}

function nameOf(error: unknown): string {
  if (error instanceof ORPCError) return error.code
  return error instanceof Error ? error.name : 'unknown'
}

/** Into the browser's own log (spec §8: "logged"), as a warning: the screen has told the person already. */
export function logFailedCall(failed: FailedCall): void {
  // The browser's log is what is meant here.
  // oxlint-disable-next-line no-console
  console.warn(JSON.stringify(failed))
}
