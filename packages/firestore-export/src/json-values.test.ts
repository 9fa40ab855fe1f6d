import { describe, expect, it } from 'vitest'
import { FormatError } from './errors.js'
import type { RawValue } from './json-reader.js'
import { plainFields, restFields } from './json-values.js'
import { canonicalText, type DocumentValue } from './values.js'

const plain = (value: RawValue, isTagged = false) => plainFields({ v: value }, isTagged)['v']
const rest = (value: RawValue) => restFields({ v: value })['v']
const at = '2023-11-14T22:13:20.123456Z'

describe('values as client libraries and tools write them', () => {
  it.each<[RawValue, DocumentValue]>([
    [{ _seconds: 1_700_000_000, _nanoseconds: 123_456_000 }, { $time: at }],
    [{ nanoseconds: 123_456_000, seconds: 1_700_000_000 }, { $time: at }],
    [{ _seconds: -1, _nanoseconds: 999_999_000 }, { $time: '1969-12-31T23:59:59.999999Z' }],
    [{ __datatype__: 'timestamp', value: { _seconds: 1_700_000_000, _nanoseconds: 123_456_000 } }, { $time: at }],
    [{ __datatype__: 'timestamp', value: at }, { $time: at }],
    [{ __datatype__: 'timestamp', value: '2023-11-14T22:13:20Z' }, { $time: '2023-11-14T22:13:20.000Z' }],
    [{ __datatype__: 'geopoint', value: { _latitude: 1.5, _longitude: -2 } }, { $geo: [1.5, -2] }],
    [{ __datatype__: 'documentReference', value: 'users/u1' }, { $ref: 'users/u1' }],
    [{ latitude: 0, longitude: 0 }, { $geo: [0, 0] }],
    [{ _path: { segments: ['users', 'u1'] } }, { $ref: 'users/u1' }],
    [{ _firestore: {}, _converter: {}, _path: { segments: ['users', 'u1'] } }, { $ref: 'users/u1' }],
    [{ type: 'Buffer', data: [0, 1, 255] }, { $bytes: 'AAH/' }],
    [9_007_199_254_740_993n, { $int: '9007199254740993' }],
  ])('%o', (raw, expected) => {
    expect(plain(raw)).toEqual(expected)
  })

  it.each<[RawValue]>([
    [{ seconds: '1700000000', nanoseconds: 0 }],
    [{ seconds: 1.5, nanoseconds: 0 }],
    [{ seconds: 1, nanoseconds: -1 }],
    [{ seconds: 1, nanoseconds: 1_000_000_000 }],
    [{ latitude: '1', longitude: 2 }],
    [{ type: 'Buffer', data: [256] }],
    [{ type: 'Buffer', data: ['a'] }],
    [{ type: 'File', data: [1] }],
    [{ _path: { segments: [1] } }],
    [{ __datatype__: 'other', value: 1 }],
    [{ $time: at }],
    [{ $map: { a: 1 } }],
  ])('%j is a map that only looks like one', (raw) => {
    expect(plain(raw)).toEqual({ $map: raw })
  })

  it('tags are read where the file may hold them', () => {
    const tagged: RawValue[] = [{ $time: at }, { $ref: 'a/b' }, { $int: '9007199254740993' }, { $map: { $time: 1 } }]
    for (const value of tagged) expect(plain(value, true)).toEqual(value)
    expect(plain({ $map: { seconds: 1, nanoseconds: 2 } }, true)).toEqual({ $map: { seconds: 1, nanoseconds: 2 } })
  })

  it('nothing gets out of a map by the name __proto__', () => {
    const raw = JSON.parse('{"__proto__":{"isAdmin":true},"m":{"__proto__":{"x":1},"constructor":2}}') as {
      v: RawValue
    }
    const read = plainFields(raw)
    expect(canonicalText(read)).toBe('{"__proto__":{"isAdmin":true},"m":{"__proto__":{"x":1},"constructor":2}}')
    expect((read as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  it('100 levels are read, more are refused, also below marked maps', () => {
    const nested = (levels: number, name: string): RawValue =>
      Array.from({ length: levels }).reduce<RawValue>((inner) => ({ [name]: inner }), 1)
    expect(plain(nested(99, 'm'))).toEqual(nested(99, 'm'))
    expect(plain(nested(99, 'm'), true)).toEqual(nested(99, 'm'))
    expect(() => plain(nested(101, 'm'))).toThrow(FormatError)
    expect(() => plain(nested(20_000, 'm'))).toThrow(FormatError)
    expect(() => plain(nested(20_000, '$map'), true)).toThrow(FormatError)
  })
})

describe('values of the REST interface', () => {
  it.each<[RawValue, DocumentValue]>([
    [{ nullValue: null }, null],
    [{ booleanValue: true }, true],
    [{ booleanValue: false }, false],
    [{ integerValue: '42' }, 42],
    [{ integerValue: 42 }, 42],
    [{ integerValue: '-9223372036854775808' }, { $int: '-9223372036854775808' }],
    [{ integerValue: 'many' }, 'many'],
    [{ doubleValue: 1.5 }, 1.5],
    [{ doubleValue: 'NaN' }, { $double: 'NaN' }],
    [{ doubleValue: '-Infinity' }, { $double: '-Infinity' }],
    [{ stringValue: '' }, ''],
    [{ timestampValue: at }, { $time: at }],
    [{ timestampValue: '2023-11-14T22:13:20Z' }, { $time: '2023-11-14T22:13:20.000Z' }],
    [{ timestampValue: 'soon' }, { $time: 'soon' }],
    [{ bytesValue: 'AAEC' }, { $bytes: 'AAEC' }],
    [{ referenceValue: 'projects/p/databases/(default)/documents/users/u1' }, { $ref: 'users/u1' }],
    [{ geoPointValue: { latitude: 1.5 } }, { $geo: [1.5, 0] }],
    [{ arrayValue: {} }, []],
    [{ arrayValue: { values: [{ integerValue: '1' }, { nullValue: null }] } }, [1, null]],
    [{ mapValue: {} }, {}],
    [{ mapValue: { fields: { $time: { stringValue: 'x' } } } }, { $map: { $time: 'x' } }],
  ])('%j', (raw, expected) => {
    expect(rest(raw)).toEqual(expected)
  })

  it('of an unknown kind are reported and never taken for null', () => {
    expect(() => rest({ vectorValue: [1] })).toThrow(FormatError)
    expect(() => rest({ mapValue: { fields: { a: { arrayValue: { values: [{ newValue: 1 }] } } } } })).toThrow(
      FormatError,
    )
  })
})
