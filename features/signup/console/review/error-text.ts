import { ORPCError } from '@orpc/client'

const unreachable = 'The server could not be reached. Nothing was changed. Try again.'

/** A refusal in the server's words; anything else is a failed connection. */
export function errorText(error: unknown): string {
  return error instanceof ORPCError ? error.message : unreachable
}
