const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export function waitedSince(since: Date, now: Date): string {
  const elapsedMs = Math.max(now.getTime() - since.getTime(), 0)
  const days = Math.floor(elapsedMs / DAY_MS)
  if (days >= 1) return days === 1 ? '1 day' : `${days} days`
  const hours = Math.floor(elapsedMs / HOUR_MS)
  if (hours >= 1) return hours === 1 ? '1 hour' : `${hours} hours`
  return 'less than an hour'
}
