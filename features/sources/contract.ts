import { z } from 'zod'
import { route } from '@quaff/platform/shared/procedure'

/** The kinds of data that a source sends. `decisions` asks whether a subscriber may redeem. */
export const sourceKinds = ['users', 'subscriptions', 'redemptions', 'refunds', 'decisions', 'payments'] as const
export type SourceKind = (typeof sourceKinds)[number]

export const sourceLimits = {
  /** Maximum number of sources (latest delivery first) and of refusals per source. */
  shown: 100,
  refusals: 20,
  /** Refusals are summed over this many UTC days, including today. */
  refusalDays: 7,
  /** Stored longer than shown, for diagnosis in the database. */
  keptDays: 30,
  /** A source without a delivery for this long is quiet. */
  quietMs: 24 * 60 * 60_000,
  /** A source whose last delivery had a longer delay is late. */
  lateMs: 5 * 60_000,
  /** Minimum time between two updates of a source's row, which limits the accuracy of `receivedAt`. */
  heardMs: 1_000,
  refetchMs: 10_000,
} as const

const sourceRefusalSchema = z.object({
  code: z.string(),
  count: z.int(),
  /** Taken from the newest refusal. */
  field: z.string().nullable(),
  eventId: z.string().nullable(),
  refusedAt: z.date(),
})
export type SourceRefusal = z.infer<typeof sourceRefusalSchema>

export const sourceSchema = z.object({
  /** The id of the API key, or our own name for a source without a key. */
  sourceId: z.string(),
  kind: z.enum(sourceKinds),
  name: z.string(),
  receivedAt: z.date(),
  /** Time of the newest event; null if there was none. */
  eventAt: z.date().nullable(),
  /** Delay between the newest event and its delivery. */
  lagMs: z.int().nullable(),
  /** Covers the last seven days, most frequent first. */
  refusals: z.array(sourceRefusalSchema),
})
export type Source = z.infer<typeof sourceSchema>

const get = route('GET', 'Settings')

export const sourcesContract = {
  /** Latest delivery first. */
  list: get('/sources', 'List event sources').output(z.object({ sources: z.array(sourceSchema) })),
}
