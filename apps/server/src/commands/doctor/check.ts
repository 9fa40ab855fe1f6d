import { inTime } from '@quaff/platform/server'

/** `warn`: works but needs attention. `FAIL`: something does not work, or will not. */
export type Finding = { level: 'ok'; seen: string } | { level: 'warn' | 'FAIL'; seen: string; advice: string }

export type Check = {
  name: string
  run(): Promise<Finding>
  /** A slower check counts as failed. */
  limitMs?: number
  /** Advice for an unexpected error. */
  advice: string
}
export type Line = { name: string; finding: Finding }

export const usualLimitMs = 5_000

export const ok = (seen: string): Finding => ({ level: 'ok', seen })
export const warn = (seen: string, advice: string): Finding => ({ level: 'warn', seen, advice })
export const fail = (seen: string, advice: string): Finding => ({ level: 'FAIL', seen, advice })

/** Never rejects: an error in one check is its finding, and the others continue. */
export async function runCheck({ name, run, advice, limitMs = usualLimitMs }: Check): Promise<Line> {
  try {
    const late = () => fail(`no response within ${limitMs / 1_000} s`, advice)
    return { name, finding: await inTime(limitMs, run(), late) }
  } catch (error) {
    return { name, finding: fail(sentenceOf(error), advice) }
  }
}

/** The innermost cause: around it the query builder writes the query with all its values. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return sentenceOf(error.cause)
  // An AggregateError of several addresses has an empty message.
  if (error instanceof AggregateError && error.errors.length > 0) return sentenceOf(error.errors[0])
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return error.message || code || error.name
}
