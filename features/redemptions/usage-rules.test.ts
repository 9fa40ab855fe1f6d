import { describe, expect, it } from 'vitest'
import type { Schedule } from '@quaff/features/locations/contract'
import { flagsOf, isSurge, voidRefusal, type FlagDetails } from './usage-rules'

const day = [{ open: '08:00', close: '18:00' }]
const schedule: Schedule = { timeZone: 'Asia/Kathmandu', week: { tue: day }, closures: [] }
// 2026-03-10 is a Tuesday; 12:00 in Kathmandu is 06:15Z.
const noon = new Date('2026-03-10T06:15:00Z')
const told = { status: 'completed', redeemedAt: noon, locationId: 'loc_1' as string | null }
const flags = (change: Partial<FlagDetails & typeof told>) =>
  flagsOf({ ...told, ...change }, { sincePreviousMs: null, schedule, plan: {}, ...change })

describe('flags', () => {
  it('are empty for an ordinary redemption', () => expect(flags({ sincePreviousMs: 86_400_000 })).toEqual([]))

  it.each([
    [599_999, ['double_scan']],
    [0, ['double_scan']],
    [600_000, []],
  ])('for the same person after %d ms: %j', (sincePreviousMs, expected) => {
    expect(flags({ sincePreviousMs })).toEqual(expected)
  })

  it.each<[string, Partial<FlagDetails & typeof told>, string[]]>([
    ['before it opens, on its own clock', { redeemedAt: new Date('2026-03-10T02:14:59Z') }, ['outside_hours']],
    ['as it opens', { redeemedAt: new Date('2026-03-10T02:15:00Z') }, []],
    ['as it closes', { redeemedAt: new Date('2026-03-10T12:15:00Z') }, ['outside_hours']],
    ['on a day it never opens', { redeemedAt: new Date('2026-03-11T06:15:00Z') }, ['outside_hours']],
    [
      'during a closure',
      { schedule: { ...schedule, closures: [{ from: '2026-03-10', to: '2026-03-10', reason: '' }] } },
      ['outside_hours'],
    ],
    ['without hours on record', { schedule: { ...schedule, week: null } }, []],
    [
      'during a closure without hours on record',
      { schedule: { ...schedule, week: null, closures: [{ from: '2026-03-09', to: '2026-03-11', reason: '' }] } },
      ['outside_hours'],
    ],
    ['at a location that is gone', { schedule: null }, []],
    ['at a time that is missing', { redeemedAt: new Date(0) }, []],
  ])('§G35 %s', (_, change, expected) => {
    expect(flags(change)).toEqual(expected)
  })

  it.each([
    ['named by the plan', { validLocationIds: ['loc_1', 'loc_2'] }, []],
    ['not named by the plan', { validLocationIds: ['loc_2'] }, ['wrong_location']],
    ['of a plan that is valid everywhere', { validLocationIds: [] }, []],
    ['of a plan whose places no one can read', { validLocationIds: 'loc_2' }, []],
  ])('for a location %s', (_, plan, expected) => expect(flags({ plan })).toEqual(expected))

  it('§G35 need a location and a plan for a wrong location', () => {
    const plan = { validLocationIds: ['loc_2'] }
    expect([flags({ plan, locationId: null }), flags({ plan: null })]).toEqual([[], []])
  })

  it('appear together in their order, and never for voided redemptions', () => {
    const all = { sincePreviousMs: 1, redeemedAt: new Date('2026-03-11T06:15:00Z'), plan: { validLocationIds: ['x'] } }
    expect(flags(all)).toEqual(['double_scan', 'outside_hours', 'wrong_location'])
    expect(flags({ ...all, status: 'voided' })).toEqual([])
  })
})

it('§9 a surge is above fifty in an hour', () => expect([50, 51].map(isSurge)).toEqual([false, true]))

describe('voiding', () => {
  const zone = 'Asia/Kathmandu'
  const refusal = (change: Partial<Parameters<typeof voidRefusal>[0]>) =>
    voidRefusal({ role: 'merchant_owner', status: 'completed', redeemedAt: noon, ...change }, noon, zone)

  it.each([
    ['2026-03-09T18:14:59.999Z', 'NOT_TODAY'],
    ['2026-03-09T18:15:00Z', null],
    ['2026-03-10T18:14:59.999Z', null],
    ['2026-03-10T18:15:00Z', 'NOT_TODAY'],
  ])('an owner at noon in the platform’s zone, for a redemption of %s: %s', (at, expected) => {
    expect(refusal({ redeemedAt: new Date(at) })).toBe(expected)
  })

  it('is allowed to administrators on any day', () => {
    expect(refusal({ role: 'quaff_admin', redeemedAt: new Date('2020-01-01T00:00:00Z') })).toBeNull()
  })

  it('is refused a second time, and for redemptions that were never completed', () => {
    for (const role of ['quaff_admin', 'merchant_owner']) {
      expect(refusal({ role, status: 'voided' })).toBe('ALREADY_VOIDED')
      expect(refusal({ role, status: 'refused' })).toBe('NOT_COMPLETED')
    }
  })
})
