import { ORPCError } from '@orpc/client'

const unreachable = 'The server could not be reached. Nothing was changed. Try again.'

/** A refusal in the server's words; anything else is a failed connection. */
export function errorText(error: unknown): string {
  return error instanceof ORPCError ? error.message : unreachable
}

/** The field that the server names. */
export function errorField(error: unknown): string | undefined {
  if (!(error instanceof ORPCError)) return undefined
  const data: unknown = error.data
  const named = typeof data === 'object' && data !== null && 'field' in data ? data.field : undefined
  return typeof named === 'string' ? named : undefined
}
