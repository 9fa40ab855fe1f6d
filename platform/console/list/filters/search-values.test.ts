import { describe, expect, it } from 'vitest'
import { dayRange, readDay, readFlag, readId, readOneOf, readPage, readText, withoutAbsent } from './search-values'

describe('list state in the address', () => {
  it.each([
    ['a known word', readOneOf(['asc', 'desc'], 'asc'), 'asc'],
    ['an unknown word', readOneOf(['asc', 'desc'], 'up'), undefined],
    ['a list for a word', readOneOf(['asc', 'desc'], ['asc']), undefined],
    ['text with spaces', readText('  tea ', 200), 'tea'],
    ['a number typed as search', readText(42, 200), '42'],
    ['blank text', readText('   ', 200), undefined],
    ['text that is too long', readText('x'.repeat(201), 200), undefined],
    ['an object for text', readText({ a: 1 }, 200), undefined],
    ['true', readFlag('true'), true],
    ['false', readFlag(false), false],
    ['yes', readFlag('yes'), undefined],
    ['an id', readId('mer_12-a'), 'mer_12-a'],
    ['a path for an id', readId('../x'), undefined],
    ['a day', readDay('2026-02-28'), '2026-02-28'],
    ['a day that does not exist', readDay('2026-02-30'), undefined],
    ['a page', readPage('3'), 3],
    ['the first page, which needs no word', readPage(1), undefined],
    ['a page of thousands', readPage(5000), undefined],
  ])('§G4 reads %s', (_name, value, expected) => {
    expect(value).toEqual(expected)
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
