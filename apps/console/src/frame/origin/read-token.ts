/** Why the sign-in page is shown; it knows the words for each reason. */
export function readWhy(raw: Record<string, unknown>): { why?: string } {
  return typeof raw.why === 'string' ? { why: raw.why } : {}
}

/** The secret of a mailed link; anything else in the address is dropped. */
export function readToken(raw: Record<string, unknown>): { token?: string } {
  return typeof raw.token === 'string' ? { token: raw.token } : {}
}
