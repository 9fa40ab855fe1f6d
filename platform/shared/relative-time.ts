const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long ago `from` was, in the console's four labels; a moment ahead of `now` (clocks differ) counts as just now. */
export function relativeTime(from: Date, now: Date): string {
  const elapsedMs = now.getTime() - from.getTime()
  if (elapsedMs < MINUTE_MS) return 'Just now'
  if (elapsedMs < HOUR_MS) return `${Math.floor(elapsedMs / MINUTE_MS)}m ago`
  if (elapsedMs < DAY_MS) return `${Math.floor(elapsedMs / HOUR_MS)}h ago`
  return `${Math.floor(elapsedMs / DAY_MS)}d ago`
}

const spoken = new Intl.RelativeTimeFormat('en')

/** The same within a sentence: "just now", "2 minutes ago". */
export function spokenTime(from: Date, now: Date): string {
  const elapsedMs = now.getTime() - from.getTime()
  if (elapsedMs < MINUTE_MS) return 'just now'
  if (elapsedMs < HOUR_MS) return spoken.format(-Math.floor(elapsedMs / MINUTE_MS), 'minute')
  if (elapsedMs < DAY_MS) return spoken.format(-Math.floor(elapsedMs / HOUR_MS), 'hour')
  return spoken.format(-Math.floor(elapsedMs / DAY_MS), 'day')
}
