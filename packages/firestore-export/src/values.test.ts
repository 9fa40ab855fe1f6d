import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canonicalText,
  contentOf,
  mapOf,
  numberValue,
  shapeOf,
  tagOf,
  type DocumentMap,
  type DocumentValue,
} from './values.js'

const anyValue = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<DocumentValue>
const names = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '$time',
    '$map',
    '$x',
    '__proto__',
    'constructor',
    'seconds',
    'nanoseconds',
    '_seconds',
    'data',
    'type',
  ),
)

describe('a map of the source', () => {
  it('stays as it is where nothing could take it for something else', () => {
    for (const map of [{}, { a: 1 }, { $a: 1, b: 2 }, { seconds: 1 }, { seconds: 1, nanoseconds: 2, zone: 'x' }])
      expect(mapOf(Object.entries(map))).toEqual(map)
  })

  it.each<[DocumentMap]>([
    [{ $time: 'now' }],
    [{ $map: {} }],
    [{ $unknown: 1 }],
    [{ $: 1 }],
    [{ seconds: 1, nanoseconds: 2 }],
    [{ nanoseconds: 2, seconds: 1 }],
    [{ _seconds: 1, _nanoseconds: 2 }],
    [{ latitude: 'x', longitude: 'y' }],
    [{ _latitude: 1, _longitude: 2 }],
    [{ _path: 1 }],
    [{ type: 'Buffer', data: [1] }],
    [{ __datatype__: 'timestamp', value: 1 }],
  ])('%j is marked, and comes back', (map) => {
    const written = mapOf(Object.entries(map))
    expect(written).toEqual({ $map: map })
    expect(contentOf(written)).toEqual(map)
  })

  it('is never lost and never taken for a value of another kind, whatever its names', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(names, anyValue)), (entries) => {
        const written = mapOf(entries)
        expect([null, '$map']).toContain(tagOf(written)?.tag ?? null)
        const content = contentOf(written)
        expect(Object.entries(content ?? {})).toEqual(Object.entries(Object.fromEntries(entries)))
      }),
      { numRuns: 2_000 },
    )
  })

  it('may have a name that is dangerous elsewhere, and nothing else gets its content', () => {
    const map = mapOf([
      ['__proto__', { isAdmin: true }],
      ['constructor', 1],
      ['hasOwnProperty', 2],
    ])
    expect(Object.keys(map).sort()).toEqual(['__proto__', 'constructor', 'hasOwnProperty'])
    expect(Object.getPrototypeOf(map)).toBe(Object.prototype)
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    expect(canonicalText(map)).toBe('{"__proto__":{"isAdmin":true},"constructor":1,"hasOwnProperty":2}')
  })
})

describe('the tag of a value', () => {
  it('is one of ours on its own', () => {
    expect(tagOf({ $time: 'x' })).toEqual({ tag: '$time', content: 'x' })
    expect(tagOf({ $int: null })).toEqual({ tag: '$int', content: null })
    const plain: DocumentValue[] = [null, 1, 'x', [], ['$time'], {}, { $time: 1, b: 2 }, { $else: 1 }, { time: 1 }]
    for (const value of plain) expect(tagOf(value)).toBeNull()
    expect(tagOf(undefined)).toBeNull()
  })

  it('gives no content of a map but for maps', () => {
    const others: DocumentValue[] = [null, 1, [], { $time: 'x' }, { $map: 1 }, { $map: [] }, { $geo: [1, 2] }]
    for (const value of others) expect(contentOf(value)).toBeNull()
  })
})

describe('a number', () => {
  it.each<[number | bigint, DocumentValue]>([
    [0, 0],
    [5n, 5],
    [BigInt(Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER],
    [9_007_199_254_740_993n, { $int: '9007199254740993' }],
    [-9_223_372_036_854_775_808n, { $int: '-9223372036854775808' }],
    [Number.NaN, { $double: 'NaN' }],
    [Number.POSITIVE_INFINITY, { $double: 'Infinity' }],
    [Number.NEGATIVE_INFINITY, { $double: '-Infinity' }],
    [1e300, 1e300],
  ])('%s', (value, expected) => {
    expect(numberValue(value)).toEqual(expected)
  })
})

describe('canonical text', () => {
  it('has its names in order, at every depth, and lists in theirs', () => {
    expect(canonicalText({ b: [{ z: 1, a: 2 }, 'x'], a: null, B: true, ä: 1, '10': 1, '9': 2 })).toBe(
      '{"10":1,"9":2,"B":true,"a":null,"b":[{"a":2,"z":1},"x"],"ä":1}',
    )
  })

  it('is the same for the same content, reads back equal, and differs for other content', () => {
    const shuffled = (value: DocumentValue): DocumentValue => {
      if (typeof value !== 'object' || value === null) return value
      if (Array.isArray(value)) return value.map(shuffled)
      return Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([name, one]) => [name, shuffled(one)]),
      )
    }
    fc.assert(
      fc.property(anyValue, anyValue, (one, other) => {
        expect(canonicalText(shuffled(one))).toBe(canonicalText(one))
        expect(canonicalText(JSON.parse(canonicalText(one)) as DocumentValue)).toBe(canonicalText(one))
        expect(canonicalText([one, 1])).not.toBe(canonicalText([other, 2]))
      }),
      { numRuns: 1_000 },
    )
  })

  it('knows a map by its names in any order', () => {
    expect(shapeOf({ b: 1, a: 2 })).toBe(shapeOf({ a: 3, b: 4 }))
  })
})
