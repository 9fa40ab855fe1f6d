import type { EndReason } from '@quaff/features/sessions/contract'
import { signInMessages } from '../contract'
import { entryRefusals } from '../refusals'
import { singleSignOnRefusals } from '../single-sign-on/refusals'
import { whyOf } from '../single-sign-on/rules'

/** Messages for invalid links. The server deletes replaced links, so it cannot distinguish them from forged ones. */
export const closedLinkMessages = {
  used: signInMessages.linkUsed,
  expired: signInMessages.linkExpired,
  unknown: signInMessages.linkReplaced,
}

/** Shown to customers, who have an account but no access to the console. */
export const consolePurpose = 'This console is for administrators and venue teams. To use your pass, open the app.'

const askAgain = `Enter your email to get a new one.`

/** Messages for users who were redirected to the sign-in page. */
const endMessages = {
  suspended: 'Your account was suspended. Contact your administrator.',
  rights: 'Your role or venues changed. Sign in again to continue.',
  removed: 'Your account was removed. Contact your administrator.',
  other: 'You were signed out. Sign in again to continue.',
} satisfies Record<EndReason, string>

const singleSignOnMessages = Object.entries({ ...entryRefusals, ...singleSignOnRefusals }).map(
  ([reason, { text }]): [string, string] => [whyOf(reason), text],
)

const loginReasons = new Map([
  ...singleSignOnMessages,
  ['invitation', 'Sign in with the invited email to accept the invitation.'],
  ['rate-limit', 'Too many sign-in attempts. Try again in a minute.'],
  ['failed', signInMessages.signInFailed],
  ...Object.entries(endMessages),
  ['link-used', `${signInMessages.linkUsed} ${askAgain}`],
  ['link-expired', `${signInMessages.linkExpired} ${askAgain}`],
  ['link-unknown', `${signInMessages.linkReplaced} ${askAgain}`],
])

export const loginReason = (why: string | undefined): string | null => loginReasons.get(why ?? '') ?? null
