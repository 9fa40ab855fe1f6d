import { ORPCError } from '@orpc/client'

const unreachable = 'The server could not be reached. What you entered is still here. Try again.'

/** A refusal in the server's words; anything else is a failed connection. */
export function errorText(error: unknown): string {
  return error instanceof ORPCError ? error.message : unreachable
}
