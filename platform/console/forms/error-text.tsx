import { ORPCError } from '@orpc/client'
import { refusalReason } from '@quaff/platform/shared/refusal'

export const unreachableText = 'Couldn’t reach the server. Try again.'

/** A request key, a version or the state of the record stops a second save. */
export const unconfirmedText = 'We couldn’t confirm this was saved. Try again; it won’t be saved twice.'
/** A retry would save it twice. */
export const checkFirstText = 'We couldn’t confirm this was saved. Check whether it was saved before you try again.'
export const checkSentText = 'We couldn’t confirm this was sent. Check whether it was sent before you try again.'
/** A second email does no harm: its code or link replaces the first one. */
export const checkInboxText = 'We couldn’t confirm the email was sent. Check your inbox, or try again.'
/** The link, code or session that allowed it may be used up. */
export const checkPasswordText = 'We couldn’t confirm this was saved. Try to sign in with this password, or try again.'
/** A code is good for one answer, which was perhaps the lost one. */
export const checkCodeText = 'We couldn’t confirm the code. Try again, or send a new code.'

const unconfirmedMessages: readonly unknown[] = [
  unconfirmedText,
  checkFirstText,
  checkSentText,
  checkInboxText,
  checkPasswordText,
  checkCodeText,
]

/** Returns true for a message about an unknown outcome, which must have no title such as "was not saved". */
export const isUnconfirmedText = (text: unknown) => unconfirmedMessages.includes(text)

const textsOfLost = new WeakMap<object, string>()

/** Keeps the text of its procedure for an unknown outcome. Certain outcomes keep the server’s words. */
export function noteUnconfirmed(error: unknown, text: string | undefined): void {
  if (text !== undefined && error instanceof Error && isUnconfirmed(error)) textsOfLost.set(error, text)
}

const notedText = (error: unknown) => (error instanceof Error ? textsOfLost.get(error) : undefined)

const serverError = 500

/**
 * Returns true if the request may have been carried out: no response arrived, a proxy responded without a reason, or
 * our server lost its database during the commit.
 */
export function isUnconfirmed(error: unknown): boolean {
  if (!(error instanceof ORPCError)) return true
  const reason = refusalReason(error)
  return reason === 'UNCONFIRMED' || (error.status >= serverError && reason === undefined)
}

/** The server's own words, or `unconfirmed` if it is not known whether the request was carried out. */
export function errorText(error: unknown, unconfirmed = unconfirmedText): string {
  return error instanceof ORPCError && !isUnconfirmed(error) ? error.message : (notedText(error) ?? unconfirmed)
}

/** The server's own words where it refused; the specified text where it failed or could not be reached. */
export function specifiedText(error: unknown, specified: string): string {
  const isRefused = error instanceof ORPCError && error.status < serverError && error.message !== ''
  return isRefused ? error.message : (notedText(error) ?? specified)
}

/** Spec §8: the message for a user who has been signed out. */
const notAuthenticated = 'Not authenticated'
const isSignedOut = (error: unknown) => error instanceof ORPCError && error.code === 'UNAUTHORIZED'

/** Returns the error text of a verb, with its specified texts for signed-out users and server errors. */
export function verbErrorText(error: unknown, failed?: string, unconfirmed?: string): string {
  if (isSignedOut(error)) return notAuthenticated
  const isServerError = !isUnconfirmed(error) && refusalReason(error) === 'UNEXPECTED'
  return isServerError && failed !== undefined ? failed : errorText(error, unconfirmed)
}

/** No use in asking for the others: no connection, signed out. */
export const endsAll = (error: unknown) => !(error instanceof ORPCError) || isSignedOut(error)
