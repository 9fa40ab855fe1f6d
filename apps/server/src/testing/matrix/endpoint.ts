import type { Services } from '@quaff/platform/server'
import type { ActorKind, Ownership } from './actor-kinds'

/** `ok` with something in it, `empty` without, `null` for no answer; `declined` is a business refusal; else the code of the refusal. */
export type Outcome = 'ok' | 'empty' | 'null' | 'declined' | Uppercase<string>
export type PerOwnership = Record<Ownership, Outcome>

export type Endpoint = {
  /** The input; created once per row and used for every actor. Changes are rolled back between actors. */
  input: (services: Services, row: Ownership) => unknown
  /** False if the input has no id and one row is enough. */
  hasId?: true
  expected: Record<ActorKind, Outcome | PerOwnership>
}

/** Six kinds of callers that the session gate treats as anonymous. */
export const strangers = <const T extends Outcome>(outcome: T) => ({
  anon: outcome,
  expired: outcome,
  customer: outcome,
  noRole: outcome,
  suspendedAdmin: outcome,
  pendingApproval: outcome,
})

export const signedIn = <const T extends Outcome>(outcome: T) => ({
  customRole: outcome,
  viewerOwn: outcome,
  viewerNone: outcome,
  ownerOfOne: outcome,
  ownerOfTwo: outcome,
  admin: outcome,
})

export const everybody = <const T extends Outcome>(outcome: T) => ({ ...strangers(outcome), ...signedIn(outcome) })

export const perOwnership = (own: Outcome, foreign: Outcome, missing: Outcome, deleted: Outcome): PerOwnership => ({
  own,
  foreign,
  missing,
  deleted,
})
