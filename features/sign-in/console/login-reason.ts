import type { EndReason } from '@quaff/features/sessions/contract'
import { signInTexts } from '../contract'
import { entryRefusals } from '../refusals'
import { singleSignOnRefusals } from '../single-sign-on/refusals'
import { whyOf } from '../single-sign-on/rules'

/** Why a mailed link does not open. The server forgets replaced links, so it cannot tell them from made-up ones. */
export const closedLinkTexts = {
  used: signInTexts.linkUsed,
  expired: signInTexts.linkExpired,
  unknown: signInTexts.linkReplaced,
}

/** For customers, who have an account but no access to the console. */
export const consolePurpose = 'This console is for administrators and venue teams. To use your pass, open the app.'

const askAgain = `Enter your email to get a new one.`

/** Why somebody is on the sign-in page who did not ask for it. */
const endTexts = {
  suspended: 'Your account was suspended. Contact your administrator.',
  rights: 'Your role or venues changed. Sign in again to continue.',
  removed: 'Your account was removed. Contact your administrator.',
  other: 'You were signed out. Sign in again to continue.',
} satisfies Record<EndReason, string>

/** What the way by an identity provider ended with. */
const singleSignOnTexts = Object.entries({ ...entryRefusals, ...singleSignOnRefusals }).map(
  ([reason, { text }]): [string, string] => [whyOf(reason), text],
)

const loginReasons = new Map([
  ...singleSignOnTexts,
  ['invitation', 'Sign in with the invited email to accept the invitation.'],
  ['rate-limit', 'Too many sign-in attempts. Try again in a minute.'],
  ['failed', signInTexts.signInFailed],
  ...Object.entries(endTexts),
  ['link-used', `${signInTexts.linkUsed} ${askAgain}`],
  ['link-expired', `${signInTexts.linkExpired} ${askAgain}`],
  ['link-unknown', `${signInTexts.linkReplaced} ${askAgain}`],
])

export const loginReason = (why: string | undefined): string | null => loginReasons.get(why ?? '') ?? null
