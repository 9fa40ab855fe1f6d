import { describe, expect, it } from 'vitest'
import { changedAt, decideCancellation, decideKeeping } from './rules'

const now = new Date('2026-03-10T12:00:00Z')
const later = new Date(now.getTime() + 1)
const seen = new Date('2026-03-01T00:00:00Z')
const running = { status: 'active', cancelAtPeriodEnd: false, updatedAt: seen, currentPeriodEnd: later }
const reasonOf = (verdict: { ok: true } | { ok: false; reason: string }) => (verdict.ok ? 'ok' : verdict.reason)

describe('ending a subscription', () => {
  it.each([
    ['what runs, now', running, 'now', 'ok'],
    ['what runs, with its period', running, 'period_end', 'ok'],
    ['a trial', { ...running, status: 'trialing' }, 'period_end', 'ok'],
    ['what has ended', { ...running, status: 'canceled' }, 'now', 'ALREADY_CANCELED'],
    ['what has ended, with its period', { ...running, status: 'canceled' }, 'period_end', 'ALREADY_CANCELED'],
    ['what is set to end, again', { ...running, cancelAtPeriodEnd: true }, 'period_end', 'ALREADY_SCHEDULED'],
    ['what is set to end, now', { ...running, cancelAtPeriodEnd: true }, 'now', 'ok'],
    ['what has no period any more', { ...running, currentPeriodEnd: now }, 'period_end', 'NO_RUNNING_PERIOD'],
    ['what has no period, now', { ...running, currentPeriodEnd: new Date(0) }, 'now', 'ok'],
  ] as const)('%s', (_, facts, when, expected) => {
    expect(reasonOf(decideCancellation(facts, { when, expectedUpdatedAt: seen }, now))).toBe(expected)
  })

  it('by what somebody else has changed is refused, after what has happened already', () => {
    const input = { when: 'now', expectedUpdatedAt: now } as const
    expect(reasonOf(decideCancellation(running, input, now))).toBe('STALE_VERSION')
    expect(reasonOf(decideCancellation({ ...running, status: 'canceled' }, input, now))).toBe('ALREADY_CANCELED')
  })
})

describe('keeping a subscription that was to end', () => {
  const ending = { ...running, cancelAtPeriodEnd: true }
  it.each([
    ['in time', ending, undefined, 'ok'],
    ['in time, as seen', ending, seen, 'ok'],
    ['after a change', ending, now, 'STALE_VERSION'],
    ['that has ended', { ...ending, status: 'canceled' }, seen, 'ALREADY_CANCELED'],
    ['that is not to end', running, seen, 'NOT_SCHEDULED'],
    ['too late', { ...ending, currentPeriodEnd: now }, seen, 'PERIOD_IS_OVER'],
  ] as const)('%s', (_, facts, expectedUpdatedAt, expected) => {
    expect(reasonOf(decideKeeping(facts, expectedUpdatedAt ? { expectedUpdatedAt } : {}, now))).toBe(expected)
  })
})

it('two changes of one moment have different times', () => {
  expect(changedAt(seen, now)).toBe(now)
  expect(changedAt(now, now)).toEqual(later)
})
