import { describe, expect, it } from 'vitest'
import { relativeTime, spokenTime } from './relative-time'

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
  ])('§9 says after %i seconds: %s', (seconds, label) => {
    expect(ago(seconds)).toBe(label)
  })

  it('treats a moment ahead of the clock as just now', () => {
    expect(ago(-90)).toBe('Just now')
  })
})

describe('spokenTime', () => {
  it.each([
    [-90, 'just now'],
    [59, 'just now'],
    [60, '1 minute ago'],
    [2 * 60, '2 minutes ago'],
    [60 * 60, '1 hour ago'],
    [24 * 60 * 60 - 1, '23 hours ago'],
    [24 * 60 * 60, '1 day ago'],
  ])('says after %i seconds: %s', (seconds, label) => {
    expect(spokenTime(new Date(now.getTime() - seconds * 1000), now)).toBe(label)
  })
})
