import { refusalReason, type platformRefusals, type ReasonIn } from '@quaff/platform/shared/refusal'
import type { linkRefusals } from './affiliates/refusals'
import type { bankRefusals, numberRefusals } from './banking/refusals'
import type { brandingRefusals, imageRefusals } from './branding/refusals'
import type { locationRefusals } from './locations/refusals'
import type { deletionRefusals, editingRefusals, lifecycleRefusals, merchantRefusals } from './merchants/refusals'
import type { onboardingRefusals } from './onboarding/refusals'
import type { planRefusals } from './plans/refusals'
import type { promotionRefusals } from './promotions/refusals'

/** All that the server may refuse. Types only: a screen carries the words of no other. */
export type Reason =
  | ReasonIn<typeof platformRefusals>
  | ReasonIn<typeof linkRefusals>
  | ReasonIn<typeof bankRefusals>
  | ReasonIn<typeof numberRefusals>
  | ReasonIn<typeof brandingRefusals>
  | ReasonIn<typeof imageRefusals>
  | ReasonIn<typeof locationRefusals>
  | ReasonIn<typeof deletionRefusals>
  | ReasonIn<typeof editingRefusals>
  | ReasonIn<typeof lifecycleRefusals>
  | ReasonIn<typeof merchantRefusals>
  | ReasonIn<typeof onboardingRefusals>
  | ReasonIn<typeof planRefusals>
  | ReasonIn<typeof promotionRefusals>
  | NotYetDeclared

type NotYetDeclared =
  | 'SIGN_IN_AGAIN'
  | 'SECOND_STEP_OVER'
  | 'CLOSED'
  | 'PROOF'
  | 'ANSWERS'
  | 'FORM_EXPIRED'
  | 'TOO_LARGE'
  | 'FORM_EARLY'
  | 'WAITLIST'

/** The reason of a refusal of the typed API; undefined for any other error. */
export const reasonOf = (error: unknown) => refusalReason(error) as Reason | undefined
