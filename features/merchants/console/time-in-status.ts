const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** "3 d" or "3 h" beside the status; nothing when it is not known since when. */
export function timeInStatus(since: Date, now: Date): string | undefined {
  if (since.getTime() === 0) return undefined
  const elapsedMs = Math.max(now.getTime() - since.getTime(), 0)
  const days = Math.floor(elapsedMs / DAY_MS)
  return days >= 1 ? `${days} d` : `${Math.floor(elapsedMs / HOUR_MS)} h`
}
