import { ORPCError } from '@orpc/client'

/** Spec §8: what somebody reads who is signed out meanwhile. */
const notAuthenticated = 'Not authenticated'

/** A refusal in the server's words; anything else is a failed connection, and reads as the action's own failure. */
export function errorText(error: unknown, failed: string): string {
  if (!(error instanceof ORPCError)) return failed
  return error.code === 'UNAUTHORIZED' ? notAuthenticated : error.message
}

/** No use in asking for the others: no connection, signed out. */
export const endsAll = (error: unknown) => !(error instanceof ORPCError) || error.code === 'UNAUTHORIZED'
