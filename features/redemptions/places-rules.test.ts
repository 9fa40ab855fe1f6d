import { describe, expect, it } from 'vitest'
import { judgePlaces, type PlaceDetails } from './places-rules'
import { scanLimits } from './scan-contract'

/** Wednesday, 09:30 in UTC. */
const now = new Date('2026-03-11T09:30:00Z')
const open = { daily: '07:00-19:00' }
const place = (id: string, fields: object = {}): PlaceDetails => ({
  id,
  name: `Place ${id}`,
  fields: { timeZone: 'UTC', hours: open, ...fields },
})
const judge = (document: object | null, locations: PlaceDetails[], at = now) =>
  judgePlaces({ document: document && { ...document }, locations }, at, 'UTC')
const states = (verdict: ReturnType<typeof judge>) => verdict.places.map(({ id, state }) => [id, state])
const reasons = (verdict: ReturnType<typeof judge>) => verdict.findings.map(({ reason }) => reason)

describe('locations where a scan could succeed', () => {
  it('one open location is enough, and it comes first', () => {
    const verdict = judge({ validLocationIds: ['a', 'b'] }, [
      place('z'),
      place('b', { hours: { daily: 'closed' } }),
      place('a'),
    ])
    expect(states(verdict)).toEqual([
      ['a', 'serves'],
      ['b', 'closed'],
      ['z', 'not_in_plan'],
    ])
    expect(verdict.findings).toEqual([])
    expect(verdict.places[0]).toMatchObject({ opening: 'Open until 19:00', timeZone: 'UTC' })
  })

  it('a location outside the plan does not help, even if it is open', () => {
    const verdict = judge({ validLocationIds: ['a'] }, [place('z'), place('a', { hours: { mon: '07:00-08:00' } })])
    expect(verdict.findings).toEqual([{ reason: 'CLOSED_NOW', at: new Date('2026-03-16T07:00:00Z'), timeZone: 'UTC' }])
  })

  it('checks hours in the zone of the location', () => {
    const inAuckland = place('a', { timeZone: 'Pacific/Auckland' })
    expect(reasons(judge({}, [inAuckland]))).toEqual(['CLOSED_NOW'])
    expect(reasons(judge({}, [inAuckland], new Date('2026-03-10T20:00:00Z')))).toEqual([])
  })

  it('returns the first opening of several, in the zone of that location', () => {
    const verdict = judge({}, [
      place('a', { hours: { daily: '20:00-21:00' } }),
      place('b', { timeZone: 'America/New_York', hours: { daily: '07:00-08:00' } }),
      place('c', { hours: { daily: 'closed' } }),
    ])
    expect(verdict.findings).toEqual([
      { reason: 'CLOSED_NOW', at: new Date('2026-03-11T11:00:00Z'), timeZone: 'America/New_York' },
    ])
  })

  it('a closure applies with its reason, even without hours', () => {
    const closures = [{ from: '2026-03-11', to: '2026-03-12', reason: 'Inventory' }]
    const verdict = judge({}, [place('a', { closures })])
    expect(verdict.findings).toEqual([{ reason: 'CLOSED_NOW', at: new Date('2026-03-13T07:00:00Z'), timeZone: 'UTC' }])
    expect(verdict.places[0]?.opening).toContain('Inventory')
    expect(judge({}, [place('a', { closures, hours: null })]).findings).toEqual([
      { reason: 'CLOSED_NOW', at: null, timeZone: 'UTC' },
    ])
  })

  it('missing hours are unknown, never guessed', () => {
    const verdict = judge({}, [place('a', { hours: null })])
    expect(states(verdict)).toEqual([['a', 'unknown']])
    expect(reasons(verdict)).toEqual(['HOURS_UNKNOWN'])
  })

  it('applies the time window of the plan in the zone of the location', () => {
    const timeWindow = { days: ['mon', 'tue', 'wed'], from: '06:00', to: '09:00' }
    const verdict = judge({ timeWindow }, [place('a')])
    expect(states(verdict)).toEqual([['a', 'outside_window']])
    expect(verdict.findings).toEqual([{ reason: 'OUTSIDE_TIME_WINDOW', name: 'Mon–Wed 06:00–09:00' }])
    expect(reasons(judge({ timeWindow }, [place('a', { timeZone: 'Atlantic/Azores' })]))).toEqual([])
    expect(reasons(judge({ timeWindow: { ...timeWindow, to: '09:31' } }, [place('a')]))).toEqual([])
  })

  it('reports a merchant without locations, and a plan that names only deleted ones', () => {
    expect(reasons(judge({}, []))).toEqual(['NO_LOCATION'])
    expect(reasons(judge({ validLocationIds: ['gone'] }, [place('a')]))).toEqual(['VALID_LOCATIONS_GONE'])
  })

  it.each([
    ['timeWindow', 'mornings'],
    ['validLocationIds', ['a', 7]],
  ])('an unreadable %s leaves the result unknown', (rule, value) => {
    const verdict = judge({ [rule]: value }, [place('a')])
    expect(verdict.findings).toEqual([{ reason: 'RULE_UNREADABLE', rule }])
    expect(states(verdict)).toEqual([['a', 'unknown']])
  })

  it('without its plan every open location is unknown and a closed one is closed', () => {
    expect(states(judge(null, [place('a'), place('b', { hours: { daily: '' } })]))).toEqual([
      ['a', 'unknown'],
      ['b', 'closed'],
    ])
  })

  it('returns a few of many, those that accept the plan first', () => {
    const closed = Array.from({ length: 30 }, (_, index) => place(`c${index}`, { hours: { daily: 'closed' } }))
    const verdict = judge({}, [...closed, place('open')])
    expect([verdict.places.length, verdict.placesTotal]).toEqual([scanLimits.places, 31])
    expect(verdict.places[0]?.id).toBe('open')
  })
})
