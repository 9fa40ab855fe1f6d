import { ORPCError } from '@orpc/client'

/** Spec §8: what somebody reads who is signed out meanwhile. */
const notAuthenticated = 'Not authenticated'
const unreachable = 'The server could not be reached. Nothing was changed. Try again.'

/** A refusal in the server's words; anything else is a failed connection. */
export function errorText(error: unknown): string {
  if (!(error instanceof ORPCError)) return unreachable
  return error.code === 'UNAUTHORIZED' ? notAuthenticated : error.message
}

/** The field that the server names, if it is one of the form's. */
export function errorField<Field extends string>(error: unknown, fields: readonly Field[]): Field | undefined {
  if (!(error instanceof ORPCError)) return undefined
  const data: unknown = error.data
  const named = typeof data === 'object' && data !== null && 'field' in data ? data.field : undefined
  return fields.find((field) => field === named)
}
