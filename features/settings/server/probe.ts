import { inTime } from '@quaff/platform/server/waiting/in-time'
import { healthLimits, type HealthPart, type PartHealth } from '../health-contract'
import type { Finding } from '../health-rules'

export type Probe = {
  part: HealthPart
  /** The signal says that nobody waits any more. */
  run(signal: AbortSignal): Promise<Finding>
  /** What to do when it throws. */
  hint: string
}

/** Never rejects: a part that throws or does not answer in time is a finding too. */
export async function runProbe(
  { part, run, hint }: Probe,
  timeoutMs: number = healthLimits.probeMs,
): Promise<PartHealth> {
  const startedAt = performance.now()
  const stop = new AbortController()
  const found = run(stop.signal).catch((error: unknown) => broken(codeOf(error), hint))
  const finding = await inTime(timeoutMs, found, () => broken('No response in time', hint))
  stop.abort()
  return { part, ...finding, tookMs: Math.round(performance.now() - startedAt) }
}

function broken(error: string, hint: string): Finding {
  return { state: 'fail', facts: [{ label: 'Error', value: error }], hint }
}

/** The code or class only: messages of drivers and mail servers carry addresses and values. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause instanceof Error ? codeOf(error.cause) : error.name
}
