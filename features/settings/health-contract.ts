import { z } from 'zod'
import { route } from '@quaff/platform/shared/procedure'

export const healthParts = ['database', 'signIn', 'mail', 'files', 'live', 'jobs', 'version'] as const
export type HealthPart = (typeof healthParts)[number]

/** `unknown`: nothing is wrong, and something could not be learned. */
export const healthStates = ['ok', 'warn', 'fail', 'unknown'] as const
export type HealthState = (typeof healthStates)[number]

export const healthLimits = {
  probeMs: 3_000,
  slowDatabaseMs: 500,
  slowHashMs: 1_500,
  slowEventMs: 1_500,
  /** An email that waits longer counts as late. */
  lateMailMs: 5 * 60_000,
  lostMailMs: 60 * 60_000,
  /** A job this late has no process that runs it. */
  lateJobMs: 10 * 60_000,
  /** Four times as long as from one snapshot to the next. */
  lateSnapshotMs: 60 * 60_000,
  /** Drills are weekly. */
  lateDrillMs: 10 * 24 * 60 * 60_000,
} as const

/** Parts with jobs that may fail for good: emails, and all other jobs. */
export const retryableParts = ['mail', 'jobs'] as const
export type RetryablePart = (typeof retryableParts)[number]

const detail = z.object({
  label: z.string(),
  value: z.union([z.string(), z.date()]),
  /** True for the collapsed list of healthy items. */
  asPlanned: z.boolean().optional(),
})
export type HealthDetail = z.infer<typeof detail>

export const partHealthSchema = z.object({
  part: z.enum(healthParts),
  state: z.enum(healthStates),
  /** Counts, times and codes; never an address, a name or a secret. */
  facts: z.array(detail),
  /** Advice; null if nothing is wrong. */
  hint: z.string().nullable(),
  /** Failed jobs that `retryFailed` can run again; only of `mail` and `jobs`. */
  failed: z.int().optional(),
  tookMs: z.int(),
})
export type PartHealth = z.infer<typeof partHealthSchema>

export const systemHealthSchema = z.object({
  checkedAt: z.date(),
  version: z.string(),
  parts: z.array(partHealthSchema),
})
export type SystemHealth = z.infer<typeof systemHealthSchema>

const post = route('POST', 'Settings')

export const healthContract = {
  /** Tries each part; none waits for longer than three seconds, and a broken one leaves the others alone. */
  checkHealth: post('/settings/health', 'Check each part of the system').output(systemHealthSchema),
  /** Jobs that gave up are due again, with all their attempts. Returns their number; a second call finds none. */
  retryFailed: post('/settings/health/retry', 'Run failed jobs again')
    .input(z.strictObject({ part: z.enum(retryableParts) }))
    .output(z.object({ retried: z.int() })),
}
