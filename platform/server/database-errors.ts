/** Returns the error and its causes, outermost first, at most eight of them. */
export function causesOf(error: unknown): Error[] {
  const chain: Error[] = []
  let current = error
  while (current instanceof Error && chain.length < 8) {
    chain.push(current)
    current = current.cause
  }
  return chain
}

export function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Returns the innermost code that the driver, the system or PostgreSQL gave, such as `ECONNREFUSED` or `57P01`. */
export const causeCodeOf = (error: unknown): string | undefined => causesOf(error).map(codeOf).findLast(Boolean)

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
])
/**
 * Connection exceptions, shutdown, too many connections, deadlock and serialization, and a primary that has just become a
 * follower: a later try succeeds.
 */
const passingCodes = /^(08|57P0|53|40001|40P01|25006)/
const passingMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|The embedded database|Cannot use a pool after calling end)/

/** The connection was lost during a commit, so the transaction may or may not be stored. */
export class UnconfirmedCommit extends Error {
  override name = 'UnconfirmedCommit'

  constructor(cause: unknown) {
    super('connection lost during the commit', { cause })
  }
}

/** Returns true if the database could not be reached or could not answer now. */
export const isDatabaseAway = (error: unknown): boolean => causesOf(error).some(isAway)

function isAway(error: Error) {
  const code = codeOf(error) ?? ''
  return networkCodes.has(code) || passingCodes.test(code) || passingMessages.test(error.message)
}
