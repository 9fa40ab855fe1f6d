/** Why the sign-in page is shown; it knows the words for each reason. */
export function readWhy(raw: Record<string, unknown>): { why?: string } {
  return typeof raw.why === 'string' ? { why: raw.why } : {}
}

/** A token is base64url. Mail programs add the mark that follows a link in the text, or break it over two lines. */
const notOfTokens = /=?\s+|[^\w-]+$/g

/** The secret of a mailed link; anything else in the address is dropped. */
export function readToken(raw: Record<string, unknown>): { token?: string } {
  return typeof raw.token === 'string' ? { token: raw.token.replace(notOfTokens, '') } : {}
}
