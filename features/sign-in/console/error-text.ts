import { ORPCError } from '@orpc/client'

const SERVER_FAULT = 500

/** The server's own words where it refused; the specified text where it failed or could not be reached. */
export function errorText(error: unknown, fallback: string): string {
  if (error instanceof ORPCError && error.status < SERVER_FAULT && error.message !== '') return error.message
  return fallback
}
