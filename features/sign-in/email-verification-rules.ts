import { gateLimits } from './email-verification-contract'

/** The address without its tag: `ana+two@…` belongs to `ana@…`. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  return email.slice(0, at).replace(/\+.*$/, '') + email.slice(at)
}

type GateVerdict = 'pass' | 'drop' | 'early' | 'expired'

/**
 * "drop": answer as if it had worked and keep nothing, so that a program learns nothing. Only for what is certainly one:
 * a browser that fills in an address is fast as well, and "early" says so instead.
 */
export function judgeVisit(visit: { startedAt: Date | null; now: Date; trap: string }): GateVerdict {
  if (visit.startedAt === null) return 'expired'
  const ageMs = visit.now.getTime() - visit.startedAt.getTime()
  if (ageMs > gateLimits.longestMs) return 'expired'
  if (visit.trap !== '') return 'drop'
  return ageMs < gateLimits.shortestMs ? 'early' : 'pass'
}
