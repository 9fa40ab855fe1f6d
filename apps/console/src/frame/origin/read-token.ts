/** The secret of a mailed link; anything else in the address is dropped. */
export function readToken(raw: Record<string, unknown>): { token?: string } {
  return typeof raw.token === 'string' ? { token: raw.token } : {}
}
