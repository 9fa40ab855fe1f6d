import { describe, expect, it } from 'vitest'
import { relativeTime } from './relative-time'

const now = new Date('2026-11-20T18:00:00Z')
const ago = (seconds: number) => relativeTime(new Date(now.getTime() - seconds * 1000), now)

describe('relativeTime', () => {
  it.each([
    [0, 'Just now'],
    [59, 'Just now'],
    [60, '1m ago'],
    [59 * 60 + 59, '59m ago'],
    [60 * 60, '1h ago'],
    [24 * 60 * 60 - 1, '23h ago'],
    [24 * 60 * 60, '1d ago'],
    [41 * 24 * 60 * 60, '41d ago'],
  ])('says after %i seconds: %s', (seconds, label) => {
    expect(ago(seconds)).toBe(label)
  })

  it('treats a moment ahead of the clock as just now', () => {
    expect(ago(-90)).toBe('Just now')
  })
})
