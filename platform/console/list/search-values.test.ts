import { describe, expect, it } from 'vitest'
import { oneOf, span } from '../../shared/fields/fields'
import { dayRange, searchOf, withoutAbsent } from './search-values'

describe('list state in the address', () => {
  it('§G4 keeps what is valid, and the names of what is not', () => {
    const search = searchOf({ order: oneOf(['asc', 'desc']), created: span('createdFrom', 'createdTo') })
    expect(search.read({ order: 'up', createdFrom: '2026-02-28', createdTo: '2026-02-30', other: 1 })).toStrictEqual({
      order: undefined,
      createdFrom: '2026-02-28',
      createdTo: undefined,
    })
  })

  it('leaves absent values out', () => {
    expect(withoutAbsent({ a: undefined, b: 1 })).toEqual({ b: 1 })
  })

  it('turns days into instants of the zone, whole last day included', () => {
    expect(dayRange('2026-11-01', '2026-11-02', 'Pacific/Kiritimati')).toEqual({
      createdFrom: new Date('2026-10-31T10:00:00Z'),
      createdTo: new Date('2026-11-02T09:59:59.999Z'),
    })
    expect(dayRange('2026-03-08', undefined, 'America/Los_Angeles')).toEqual({
      createdFrom: new Date('2026-03-08T08:00:00Z'),
    })
  })
})
