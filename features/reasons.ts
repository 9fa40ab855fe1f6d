import {
  refusalReason,
  type platformRefusals,
  type ReasonIn,
  type TransportReason,
} from '@quaff/platform/shared/refusal'

/** Combines all sets that a file declares. */
type ReasonsOf<File> = { [Set in keyof File]: ReasonIn<File[Set]> }[keyof File]

/** All that the server may refuse. Types only: a screen carries the words of no other. */
export type Reason =
  | TransportReason
  | ReasonIn<typeof platformRefusals>
  | ReasonsOf<typeof import('./activity/refusals')>
  | ReasonsOf<typeof import('./affiliates/refusals')>
  | ReasonsOf<typeof import('./analytics/refusals')>
  | ReasonsOf<typeof import('./api-keys/refusals')>
  | ReasonsOf<typeof import('./banking/refusals')>
  | ReasonsOf<typeof import('./branding/refusals')>
  | ReasonsOf<typeof import('./imports/refusals')>
  | ReasonsOf<typeof import('./ingest/refusals')>
  | ReasonsOf<typeof import('./locations/refusals')>
  | ReasonsOf<typeof import('./merchants/refusals')>
  | ReasonsOf<typeof import('./onboarding/refusals')>
  | ReasonsOf<typeof import('./payments/refusals')>
  | ReasonsOf<typeof import('./payouts/progress/refusals')>
  | ReasonsOf<typeof import('./payouts/refusals')>
  | ReasonsOf<typeof import('./plans/refusals')>
  | ReasonsOf<typeof import('./promotions/refusals')>
  | ReasonsOf<typeof import('./read-api/refusals')>
  | ReasonsOf<typeof import('./redemptions/refusals')>
  | ReasonsOf<typeof import('./refunds/refusals')>
  | ReasonsOf<typeof import('./sessions/refusals')>
  | ReasonsOf<typeof import('./settings/refusals')>
  | ReasonsOf<typeof import('./sign-in/passkeys/refusals')>
  | ReasonsOf<typeof import('./sign-in/refusals')>
  | ReasonsOf<typeof import('./sign-in/second-factor/refusals')>
  | ReasonsOf<typeof import('./sign-in/single-sign-on/refusals')>
  | ReasonsOf<typeof import('./signup-forms/refusals')>
  | ReasonsOf<typeof import('./signup/refusals')>
  | ReasonsOf<typeof import('./subscriptions/refusals')>
  | ReasonsOf<typeof import('./users/refusals')>
  | ReasonsOf<typeof import('./waitlists/refusals')>
  | ReasonsOf<typeof import('./webhooks/refusals')>

/** The reason of a refusal of the typed API; undefined for any other error. */
export const reasonOf = (error: unknown) => refusalReason(error) as Reason | undefined
