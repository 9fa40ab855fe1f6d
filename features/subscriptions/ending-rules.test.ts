import { describe, expect, it } from 'vitest'
import { changedAt, decideCancellation, decideKeeping, endedAt, scheduledEndOf, scheduleOf } from './ending-rules'

const now = new Date('2026-03-10T12:00:00Z')
const later = new Date(now.getTime() + 1)
const seen = new Date('2026-03-01T00:00:00Z')
const running = {
  status: 'active',
  cancelAtPeriodEnd: false,
  cancelAt: null as Date | null,
  canceledBy: null as string | null,
  updatedAt: seen,
  currentPeriodEnd: later,
}
const reasonOf = (verdict: { ok: true } | { ok: false; reason: string }) => (verdict.ok ? 'ok' : verdict.reason)

describe('ending a subscription', () => {
  it.each([
    ['what runs, now', running, 'now', 'ok'],
    ['what runs, with its period', running, 'period_end', 'ok'],
    ['a trial', { ...running, status: 'trialing' }, 'period_end', 'ok'],
    ['what has ended', { ...running, status: 'canceled' }, 'now', 'ALREADY_CANCELED'],
    ['what has ended, with its period', { ...running, status: 'canceled' }, 'period_end', 'ALREADY_CANCELED'],
    ['what is set to end, again', { ...running, cancelAtPeriodEnd: true }, 'period_end', 'ALREADY_SCHEDULED'],
    [
      'what ends after its period, with its period',
      { ...running, cancelAt: new Date(now.getTime() + 2) },
      'period_end',
      'ok',
    ],
    ['what ends before its period, with its period', { ...running, cancelAt: now }, 'period_end', 'ALREADY_SCHEDULED'],
    ['what is set to end, now', { ...running, cancelAtPeriodEnd: true }, 'now', 'ok'],
    ['what has no period any more', { ...running, currentPeriodEnd: now }, 'period_end', 'NO_RUNNING_PERIOD'],
    ['what has no period, now', { ...running, currentPeriodEnd: new Date(0) }, 'now', 'ok'],
  ] as const)('%s', (_, details, when, expected) => {
    expect(reasonOf(decideCancellation(details, { when, expectedUpdatedAt: seen }, now))).toBe(expected)
  })

  it('refuses a stale version, but reports an earlier ending first', () => {
    const input = { when: 'now', expectedUpdatedAt: now } as const
    expect(reasonOf(decideCancellation(running, input, now))).toBe('STALE_VERSION')
    expect(reasonOf(decideCancellation({ ...running, status: 'canceled' }, input, now))).toBe('ALREADY_CANCELED')
  })
})

describe('keeping a subscription with a scheduled end', () => {
  const ending = { ...running, cancelAtPeriodEnd: true, canceledBy: 'usr_admin' }
  it.each([
    ['in time', ending, undefined, 'ok'],
    ['in time, as seen', ending, seen, 'ok'],
    ['after a change', ending, now, 'STALE_VERSION'],
    ['that has ended', { ...ending, status: 'canceled' }, seen, 'ALREADY_CANCELED'],
    ['that is not to end', running, seen, 'NOT_SCHEDULED'],
    ['that the provider scheduled', { ...ending, canceledBy: null }, seen, 'SCHEDULED_ELSEWHERE'],
    ['too late', { ...ending, currentPeriodEnd: now }, seen, 'PERIOD_IS_OVER'],
  ] as const)('%s', (_, details, expectedUpdatedAt, expected) => {
    expect(reasonOf(decideKeeping(details, expectedUpdatedAt ? { expectedUpdatedAt } : {}, now))).toBe(expected)
  })
})

it('gives different times to two changes in the same millisecond', () => {
  expect(changedAt(seen, now)).toBe(now)
  expect(changedAt(now, now)).toEqual(later)
})

describe('a schedule', () => {
  const [before, end, after] = [now, later, new Date(now.getTime() + 2)]
  const none = { cancelAtPeriodEnd: false, cancelAt: null }
  it.each([
    ['of nothing', none, none],
    ['with the period', { cancelAtPeriodEnd: true, cancelAt: null }, { cancelAtPeriodEnd: true, cancelAt: null }],
    [
      'at the end of the period',
      { cancelAtPeriodEnd: false, cancelAt: end },
      { cancelAtPeriodEnd: true, cancelAt: null },
    ],
    [
      'within the period',
      { cancelAtPeriodEnd: true, cancelAt: before },
      { cancelAtPeriodEnd: false, cancelAt: before },
    ],
    ['after the period', { cancelAtPeriodEnd: false, cancelAt: after }, { cancelAtPeriodEnd: false, cancelAt: after }],
    [
      'with the period, before a later one',
      { cancelAtPeriodEnd: true, cancelAt: after },
      { cancelAtPeriodEnd: true, cancelAt: null },
    ],
  ])('%s is stored as the earlier end', (_, given, expected) => {
    const details = { ...given, status: 'active', currentPeriodEnd: end }
    expect(scheduleOf(details)).toEqual(expected)
    expect(scheduleOf({ ...details, status: 'canceled' })).toEqual(none)
    expect(scheduledEndOf({ ...details, status: 'canceled' })).toBeNull()
  })

  it('needs a known period to end with it', () => {
    const unknown = { status: 'active', currentPeriodEnd: new Date(0) }
    expect(scheduleOf({ ...unknown, cancelAtPeriodEnd: true, cancelAt: null })).toEqual(none)
  })

  it('ends at its own time if the provider set it, else when the job runs', () => {
    const ending = { ...running, cancelAtPeriodEnd: true, currentPeriodEnd: before }
    expect(endedAt(ending, after)).toEqual(before)
    expect(endedAt({ ...ending, updatedAt: end }, after)).toEqual(end)
    expect(endedAt({ ...ending, canceledBy: 'usr_admin' }, after)).toEqual(after)
  })
})
