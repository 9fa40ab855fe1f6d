import type { z } from 'zod'
import type { KeyActor } from '@quaff/platform/server/actor'
import type { Context, Transaction } from '@quaff/platform/server/context'
import type { EventFault, EventOutcome } from '../contract'

export type Verdict = { outcome: EventOutcome; code?: EventFault; field?: string }
export const refused = (code: EventFault, field: string): Verdict => ({ outcome: 'refused', code, field })

/** How the events of one kind find to their rows. */
export type EventKind<Event> = {
  schema: z.ZodType<Event>
  /** Of the record that it is about. */
  keyOf: (event: Event) => string
  /** Which of two states of one record came first. */
  rankOf: (event: Event) => number
  /** The time that must not lie ahead. */
  timeOf: (event: Event) => { field: string; at: Date }
  /** Before anything is written. */
  judge: (ctx: Context, tx: Transaction, key: KeyActor, events: readonly Event[]) => Promise<Judgement<Event>>
}

/** Both answers are by the record of the event. */
export type Judgement<Event> = {
  faults: Map<string, Verdict>
  /** Through the verbs of the feature that owns the rows; each record at most once. */
  write: (events: readonly Event[]) => Promise<Map<string, Verdict>>
}
