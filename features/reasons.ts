import {
  refusalReason,
  type platformRefusals,
  type ReasonIn,
  type TransportReason,
} from '@quaff/platform/shared/refusal'
import type { activityRefusals } from './activity/refusals'
import type { linkRefusals } from './affiliates/refusals'
import type { analyticsRefusals, rangeRefusals } from './analytics/refusals'
import type { progressRefusals } from './payouts/progress/refusals'
import type { payoutRefusals } from './payouts/refusals'
import type { redemptionRefusals, voidRefusals } from './redemptions/refusals'
import type { settingsRefusals } from './settings/refusals'
import type { endingRefusals, subscriptionRefusals } from './subscriptions/refusals'

/** All that the server may refuse. Types only: a screen carries the words of no other. */
export type Reason =
  | TransportReason
  | NotYetDeclared
  | ReasonIn<typeof activityRefusals>
  | ReasonIn<typeof analyticsRefusals>
  | ReasonIn<typeof endingRefusals>
  | ReasonIn<typeof linkRefusals>
  | ReasonIn<typeof payoutRefusals>
  | ReasonIn<typeof platformRefusals>
  | ReasonIn<typeof progressRefusals>
  | ReasonIn<typeof rangeRefusals>
  | ReasonIn<typeof redemptionRefusals>
  | ReasonIn<typeof settingsRefusals>
  | ReasonIn<typeof subscriptionRefusals>
  | ReasonIn<typeof voidRefusals>

type NotYetDeclared =
  | 'SIGN_IN_AGAIN'
  | 'PROMOTION_MISSING'
  | 'SECOND_STEP_OVER'
  | 'CLOSED'
  | 'PROOF'
  | 'ANSWERS'
  | 'FORM_EXPIRED'
  | 'FORM_EARLY'
  | 'WAITLIST'

/** The reason of a refusal of the typed API; undefined for any other error. */
export const reasonOf = (error: unknown) => refusalReason(error) as Reason | undefined
