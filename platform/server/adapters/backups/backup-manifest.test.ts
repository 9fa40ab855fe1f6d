import { describe, expect, it } from 'vitest'
import { expendable } from './backup-manifest'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A server that runs for `days`, with a snapshot every 15 minutes, thinned after each. */
function runFor(days: number): { kept: Date[]; now: Date } {
  let kept: Date[] = []
  let now = new Date('2026-02-20T00:07:00Z')
  const end = now.getTime() + days * 24 * hourMs
  for (; now.getTime() < end; now = new Date(now.getTime() + 15 * minuteMs)) {
    kept.push(now)
    const going = new Set(expendable(kept, now))
    kept = kept.filter((at) => !going.has(at))
  }
  return { kept, now: new Date(now.getTime() - 15 * minuteMs) }
}

describe('snapshots of a server that runs for 40 days', () => {
  const { kept, now } = runFor(40)
  const ageHours = (at: Date) => (now.getTime() - at.getTime()) / hourMs
  const dayOf = (at: Date) => at.toISOString().slice(0, 10)

  it('keeps every one of the last 48 hours', () => {
    expect(kept.filter((at) => ageHours(at) <= 48)).toHaveLength(48 * 4 + 1)
  })

  it('keeps the last one of each of the days before, back to the fourteenth', () => {
    const older = kept.filter((at) => ageHours(at) > 48)
    expect(older.map((at) => at.toISOString().slice(11, 16))).toEqual(older.map(() => '23:52'))
    expect(new Set(older.map(dayOf)).size).toBe(older.length)
    expect(dayOf(kept[0]!)).toBe(dayOf(new Date(now.getTime() - 14 * 24 * hourMs)))
    expect(older).toHaveLength(12)
  })
})

describe('thinning', () => {
  it('leaves the newest however old it is: a server that stood still for a year still has one', () => {
    const times = ['2025-01-01T10:00:00Z', '2025-01-01T10:15:00Z'].map((text) => new Date(text))
    expect(expendable(times, new Date('2026-01-01T00:00:00Z'))).toEqual([times[0]])
  })

  it('removes nothing that lies in the future, as after a clock that was set back', () => {
    const times = ['2026-01-03T00:00:00Z', '2026-01-02T00:00:00Z'].map((text) => new Date(text))
    expect(expendable(times, new Date('2026-01-01T00:00:00Z'))).toEqual([])
  })
})
