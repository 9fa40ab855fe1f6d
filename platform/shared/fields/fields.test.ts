import { describe, expect, it } from 'vitest'
import { day, flag, id, mark, oneOf, page, text } from './fields'

describe('a parameter of a URL', () => {
  it.each([
    ['a known word', oneOf(['asc', 'desc']).read('asc'), 'asc'],
    ['an unknown word', oneOf(['asc', 'desc']).read('up'), undefined],
    ['a list for a word', oneOf(['asc', 'desc']).read(['asc']), undefined],
    ['text with spaces', text(200).read('  tea '), 'tea'],
    ['a number typed as search', text(200).read(42), '42'],
    ['blank text', text(200).read('   '), undefined],
    ['text that is too long', text(200).read('x'.repeat(201)), undefined],
    ['an object for text', text(200).read({ a: 1 }), undefined],
    ['true', flag().read('true'), true],
    ['false', flag().read(false), false],
    ['yes', flag().read('yes'), undefined],
    ['an id', id().read('mer_12-a'), 'mer_12-a'],
    ['a path for an id', id().read('../x'), undefined],
    ['a day', day().read('2026-02-28'), '2026-02-28'],
    ['a day that does not exist', day().read('2026-02-30'), undefined],
    ['a mark', mark().read(1), true],
    ['a mark that is off', mark().read('false'), undefined],
    ['a page', page().read('3'), 3],
    ['the first page, which needs no word', page().read(1), undefined],
    ['a page of thousands', page().read(5000), undefined],
  ])('§G4 reads %s', (_name, value, expected) => {
    expect(value).toEqual(expected)
  })
})
