const hourMs = 3_600_000
const keepAllMs = 48 * hourMs
const keepDailyDays = 14

/** Every snapshot of the last 48 hours stays, of the 14 days before today the last one of each; the newest always does. */
export function expendable(takenAt: readonly Date[], now: Date): Date[] {
  const sorted = takenAt.toSorted((a, b) => b.getTime() - a.getTime())
  const firstDay = new Date(now.getTime() - keepDailyDays * 24 * hourMs).toISOString().slice(0, 10)
  const daysSeen = new Set<string>()
  return sorted.filter((at, index) => {
    const day = at.toISOString().slice(0, 10)
    const isLastOfDay = !daysSeen.has(day)
    daysSeen.add(day)
    const isRecent = now.getTime() - at.getTime() <= keepAllMs
    return index > 0 && !isRecent && !(isLastOfDay && day >= firstDay)
  })
}
