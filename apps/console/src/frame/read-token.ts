/** Why the sign-in page is shown; it knows the words for each reason. */
export function readWhy(raw: Record<string, unknown>): { why?: string } {
  return typeof raw.why === 'string' ? { why: raw.why } : {}
}

/**
 * A token is base64url. Email programs append the punctuation that follows a link, or break the link over two lines.
 */
const notOfTokens = /=?\s+|[^\w-]+$/g

/** Returns the secret of an emailed link and drops other parameters. */
export function readToken(raw: Record<string, unknown>): { token?: string } {
  return typeof raw.token === 'string' ? { token: raw.token.replace(notOfTokens, '') } : {}
}
