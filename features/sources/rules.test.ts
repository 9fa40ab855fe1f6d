import { describe, expect, it } from 'vitest'
import { eventErrorCodes } from '@quaff/features/ingest/contract'
import { sourceLimits, type Source } from './contract'
import { lagText, refusalText, sourceState } from './rules'

const now = new Date('2026-11-24T12:00:00Z')
const source: Source = {
  sourceId: 'key_1',
  kind: 'users',
  name: 'App',
  receivedAt: now,
  eventAt: now,
  lagMs: 0,
  refusals: [],
}
const refusal = { code: 'TOO_OLD', count: 1, field: null, eventId: null, refusedAt: now }

describe('a source', () => {
  it('is quiet after a day, whatever it sent before', () => {
    expect(sourceState(source, new Date(now.getTime() + sourceLimits.quietMs))).toBe('receiving')
    expect(sourceState({ ...source, refusals: [refusal] }, new Date(now.getTime() + sourceLimits.quietMs + 1))).toBe(
      'quiet',
    )
  })

  it('is shown as refusing rather than late', () => {
    const late = { ...source, lagMs: sourceLimits.lateMs + 1 }
    expect(sourceState(late, now)).toBe('late')
    expect(sourceState({ ...late, refusals: [refusal] }, now)).toBe('refusing')
    expect(sourceState({ ...source, lagMs: sourceLimits.lateMs }, now)).toBe('receiving')
  })

  it('shows a delay in its largest unit', () => {
    expect([0, 999, 1_000, 119_999, 3_600_000, 86_400_000 * 1_200].map(lagText)).toEqual([
      'less than a second',
      'less than a second',
      '1 second',
      '1 minute',
      '1 hour',
      '1,200 days',
    ])
  })

  it('has a text for each reason of a refused event', () => {
    const without = eventErrorCodes.filter((code) => refusalText(code) === code)
    // The event is accepted without its email.
    expect(without).toEqual(['EMAIL_TAKEN'])
  })
})
