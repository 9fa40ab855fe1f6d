import { ORPCError } from '@orpc/client'

/** A refusal in the server's words; anything else is a failed connection. */
export function errorText(error: unknown): string {
  return error instanceof ORPCError ? error.message : 'The server could not be reached. Nothing was changed. Try again.'
}
