import { ORPCError } from '@orpc/client'

const unreachable = 'The server could not be reached. Nothing was changed. Try again.'

/** Of what changes nothing, or mails a code. */
export const unreachableText = 'The server could not be reached. Try again.'

/** Of a form that keeps what was typed. */
export const keptText = 'The server could not be reached. What you entered is still here. Try again.'

/** A refusal in the server's words; anything else is a failed connection. */
export function errorText(error: unknown, failed = unreachable): string {
  return error instanceof ORPCError ? error.message : failed
}

const serverFault = 500

/** The server's own words where it refused; the specified text where it failed or could not be reached. */
export function specifiedText(error: unknown, specified: string): string {
  const isRefused = error instanceof ORPCError && error.status < serverFault && error.message !== ''
  return isRefused ? error.message : specified
}

/** Spec §8: what somebody reads who is signed out meanwhile. */
const notAuthenticated = 'Not authenticated'
const isSignedOut = (error: unknown) => error instanceof ORPCError && error.code === 'UNAUTHORIZED'

/** The same of a verb, for which the text of the signed out is specified. */
export function verbErrorText(error: unknown, failed = unreachable): string {
  return isSignedOut(error) ? notAuthenticated : errorText(error, failed)
}

/** No use in asking for the others: no connection, signed out. */
export const endsAll = (error: unknown) => !(error instanceof ORPCError) || isSignedOut(error)

export const isNotFound = (error: unknown) => error instanceof ORPCError && error.code === 'NOT_FOUND'
