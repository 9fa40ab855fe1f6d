import { gateLimits } from './contract'

export type GateVerdict = 'pass' | 'drop' | 'expired'

/** "drop": answer as if it had worked and keep nothing, so that a program learns nothing. */
export function judgeVisit(visit: { startedAt: Date | null; now: Date; trap: string }): GateVerdict {
  if (visit.startedAt === null) return 'expired'
  const ageMs = visit.now.getTime() - visit.startedAt.getTime()
  if (ageMs > gateLimits.longestMs) return 'expired'
  return visit.trap !== '' || ageMs < gateLimits.shortestMs ? 'drop' : 'pass'
}
