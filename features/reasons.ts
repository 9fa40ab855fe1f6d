import { refusalReason, type platformRefusals, type ReasonIn } from '@quaff/platform/shared/refusal'
import type { linkRefusals } from './affiliates/refusals'
import type { mailboxRefusals } from './mailbox/refusals'
import type { sessionRefusals } from './sessions/refusals'
import type { entryRefusals, passwordChangeRefusals, signInRefusals } from './sign-in/refusals'
import type { secondFactorRefusals } from './sign-in/second-factor/refusals'
import type { formRefusals, submissionRefusals } from './signup-forms/refusals'
import type { signupRefusals } from './signup/refusals'
import type { userActionRefusals } from './users/access/refusals'
import type { transferRefusals, userRefusals } from './users/refusals'
import type { waitlistRefusals } from './waitlists/refusals'

/** All that the server may refuse. Types only: a screen carries the words of no other. */
export type Reason =
  | ReasonIn<typeof platformRefusals>
  | ReasonIn<typeof linkRefusals>
  | ReasonIn<typeof mailboxRefusals>
  | ReasonIn<typeof sessionRefusals>
  | ReasonIn<typeof entryRefusals>
  | ReasonIn<typeof passwordChangeRefusals>
  | ReasonIn<typeof secondFactorRefusals>
  | ReasonIn<typeof signInRefusals>
  | ReasonIn<typeof formRefusals>
  | ReasonIn<typeof submissionRefusals>
  | ReasonIn<typeof signupRefusals>
  | ReasonIn<typeof userActionRefusals>
  | ReasonIn<typeof transferRefusals>
  | ReasonIn<typeof userRefusals>
  | ReasonIn<typeof waitlistRefusals>
  | NotYetDeclared

type NotYetDeclared = 'PROMOTION_MISSING' | 'TOO_LARGE'

/** The reason of a refusal of the typed API; undefined for any other error. */
export const reasonOf = (error: unknown) => refusalReason(error) as Reason | undefined
