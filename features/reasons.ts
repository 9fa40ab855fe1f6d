import {
  refusalReason,
  type platformRefusals,
  type ReasonIn,
  type TransportReason,
} from '@quaff/platform/shared/refusal'
import type { activityRefusals } from './activity/refusals'
import type { linkRefusals } from './affiliates/refusals'
import type { analyticsRefusals, rangeRefusals } from './analytics/refusals'
import type { bankRefusals, numberRefusals } from './banking/refusals'
import type { brandingRefusals, imageRefusals } from './branding/refusals'
import type { locationRefusals } from './locations/refusals'
import type { mailboxRefusals } from './mailbox/refusals'
import type { deletionRefusals, editingRefusals, lifecycleRefusals, merchantRefusals } from './merchants/refusals'
import type { onboardingRefusals } from './onboarding/refusals'
import type { progressRefusals } from './payouts/progress/refusals'
import type { payoutRefusals } from './payouts/refusals'
import type { planRefusals } from './plans/refusals'
import type { promotionRefusals } from './promotions/refusals'
import type { redemptionRefusals, voidRefusals } from './redemptions/refusals'
import type { sessionRefusals } from './sessions/refusals'
import type { settingsRefusals } from './settings/refusals'
import type { entryRefusals, passwordChangeRefusals, signInRefusals } from './sign-in/refusals'
import type { secondFactorRefusals } from './sign-in/second-factor/refusals'
import type { formRefusals, submissionRefusals } from './signup-forms/refusals'
import type { signupRefusals } from './signup/refusals'
import type { endingRefusals, subscriptionRefusals } from './subscriptions/refusals'
import type { userActionRefusals } from './users/access/refusals'
import type { transferRefusals, userRefusals } from './users/refusals'
import type { waitlistRefusals } from './waitlists/refusals'

/** All that the server may refuse. Types only: a screen carries the words of no other. */
export type Reason =
  | TransportReason
  | ReasonIn<typeof activityRefusals>
  | ReasonIn<typeof analyticsRefusals>
  | ReasonIn<typeof bankRefusals>
  | ReasonIn<typeof brandingRefusals>
  | ReasonIn<typeof deletionRefusals>
  | ReasonIn<typeof editingRefusals>
  | ReasonIn<typeof endingRefusals>
  | ReasonIn<typeof entryRefusals>
  | ReasonIn<typeof formRefusals>
  | ReasonIn<typeof imageRefusals>
  | ReasonIn<typeof lifecycleRefusals>
  | ReasonIn<typeof linkRefusals>
  | ReasonIn<typeof locationRefusals>
  | ReasonIn<typeof mailboxRefusals>
  | ReasonIn<typeof merchantRefusals>
  | ReasonIn<typeof numberRefusals>
  | ReasonIn<typeof onboardingRefusals>
  | ReasonIn<typeof passwordChangeRefusals>
  | ReasonIn<typeof payoutRefusals>
  | ReasonIn<typeof planRefusals>
  | ReasonIn<typeof platformRefusals>
  | ReasonIn<typeof progressRefusals>
  | ReasonIn<typeof promotionRefusals>
  | ReasonIn<typeof rangeRefusals>
  | ReasonIn<typeof redemptionRefusals>
  | ReasonIn<typeof secondFactorRefusals>
  | ReasonIn<typeof sessionRefusals>
  | ReasonIn<typeof settingsRefusals>
  | ReasonIn<typeof signInRefusals>
  | ReasonIn<typeof signupRefusals>
  | ReasonIn<typeof submissionRefusals>
  | ReasonIn<typeof subscriptionRefusals>
  | ReasonIn<typeof transferRefusals>
  | ReasonIn<typeof userActionRefusals>
  | ReasonIn<typeof userRefusals>
  | ReasonIn<typeof voidRefusals>
  | ReasonIn<typeof waitlistRefusals>

/** The reason of a refusal of the typed API; undefined for any other error. */
export const reasonOf = (error: unknown) => refusalReason(error) as Reason | undefined
