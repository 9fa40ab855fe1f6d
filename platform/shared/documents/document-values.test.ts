import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeText, timeValue } from '@quaff/firestore-export/source/values'
import { type DocumentValue, readTime, timeOf } from './document-values'

const iso = (value: DocumentValue | undefined) => readTime(value)?.toISOString()
const whole = '2023-11-14T22:13:20.000Z'

describe('the value of a time field', () => {
  it.each<[DocumentValue, string]>([
    [{ $time: '2023-11-14T22:13:20Z' }, whole],
    [{ $time: '2023-11-14T22:13:20.1Z' }, '2023-11-14T22:13:20.100Z'],
    [{ $time: '2023-11-14T22:13:20.123456Z' }, '2023-11-14T22:13:20.123Z'],
    [{ $time: '2023-11-14T22:13:20.999999999Z' }, '2023-11-14T22:13:20.999Z'],
    [{ $time: '1969-07-20T20:17:40Z' }, '1969-07-20T20:17:40.000Z'],
    [{ $time: '1970-01-01T00:00:00Z' }, '1970-01-01T00:00:00.000Z'],
    [{ $time: '2150-01-01T00:00:00Z' }, '2150-01-01T00:00:00.000Z'],
    ['2023-11-14T22:13:20Z', whole],
    ['2023-11-14 22:13:20Z', whole],
    ['2023-11-15T03:58:20+05:45', whole],
    ['2023-11-14T17:13:20-05:00', whole],
    ['2023-11-14T22:13:20+00:00', whole],
    ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['2024-03-01T00:30:00+01:00', '2024-02-29T23:30:00.000Z'],
    [1_700_000_000, whole],
    [1_700_000_000.5, '2023-11-14T22:13:20.500Z'],
    [1_700_000_000_123, '2023-11-14T22:13:20.123Z'],
    [1_700_000_000_123_456, '2023-11-14T22:13:20.123Z'],
    ['1700000000', whole],
    ['1700000000123', '2023-11-14T22:13:20.123Z'],
    ['1700000000123456', '2023-11-14T22:13:20.123Z'],
    [946_684_800, '2000-01-01T00:00:00.000Z'],
    ['946684800', '2000-01-01T00:00:00.000Z'],
    [4_102_444_799, '2099-12-31T23:59:59.000Z'],
  ])('%j is read', (value, expected) => {
    expect(iso(value)).toBe(expected)
  })

  it.each<[DocumentValue | undefined]>([
    [undefined],
    [null],
    [true],
    [''],
    [' '],
    ['soon'],
    ['2023'],
    ['2023-11-14'],
    ['14.11.2023'],
    ['11/14/2023'],
    ['Tue, 14 Nov 2023 22:13:20 GMT'],
    // Without a zone the instant is unknown.
    ['2023-11-14T22:13:20'],
    ['2023-11-14T22:13Z'],
    ['2023-11-14T22:13:20 CET'],
    ['2023-11-14T22:13:20+0100'],
    ['2023-11-14T22:13:20+01'],
    ['2023-11-14T22:13:20.1234567890Z'],
    ['2023-11-14T22:13:20.Z'],
    ['2023-11-14T22:13:20+99:99'],
    ['2023-11-14T22:13:20Zz'],
    ['2023-11-14T22:13:20Z\n'],
    // These days, hours and seconds do not exist.
    ['2023-02-29T00:00:00Z'],
    ['2100-02-29T00:00:00Z'],
    ['2023-02-30T00:00:00+01:00'],
    ['2023-13-01T00:00:00Z'],
    ['2023-00-10T00:00:00Z'],
    ['2023-04-31T00:00:00Z'],
    ['2023-11-14T24:00:00Z'],
    ['2023-11-14T23:60:00Z'],
    ['2016-12-31T23:59:60Z'],
    ['+010000-01-01T00:00:00Z'],
    ['-000001-01-01T00:00:00Z'],
    ['２０２３-11-14T22:13:20Z'],
    [0],
    [-1],
    [1],
    [29.99],
    [20_231_114],
    [946_684_799],
    [4_102_444_800],
    [946_684_799_999],
    [4_102_444_800_000],
    [99_999_999_999],
    [1e18],
    [Number.MAX_SAFE_INTEGER],
    ['0'],
    ['-1700000000'],
    ['1700000000.5'],
    ['1e9'],
    ['99999999'],
    ['170000000000000000'],
    [[]],
    [[1_700_000_000]],
    [{}],
    [{ seconds: 1_700_000_000 }],
    [{ seconds: 1_700_000_000, nanoseconds: 0 }],
    [{ _seconds: 1_700_000_000, _nanoseconds: 0 }],
    [{ $time: '' }],
    [{ $time: 1_700_000_000 }],
    [{ $time: '1700000000' }],
    [{ $time: null }],
    [{ $time: whole, other: 1 }],
    [{ $map: { $time: whole } }],
    [{ $int: '9007199254740993' }],
    [{ $double: 'NaN' }],
    [{ $ref: 'users/u1' }],
    [{ $geo: [1, 2] }],
    [{ $bytes: 'AAAA' }],
  ])('%j is rejected', (value) => {
    expect(readTime(value)).toBeUndefined()
  })

  it('is never guessed: a number is read in its own unit or not at all', () => {
    fc.assert(
      fc.property(fc.oneof(fc.maxSafeInteger(), fc.double({ noNaN: true }), fc.integer()), (value) => {
        const at = readTime(value)
        if (at === undefined) return
        const units = [value * 1_000, value, value / 1_000].map((one) => Math.floor(one))
        expect(units).toContain(at.getTime())
        expect(at.getTime()).toBeGreaterThanOrEqual(Date.UTC(2000, 0))
        expect(at.getTime()).toBeLessThan(Date.UTC(2100, 0))
      }),
      { numRuns: 5_000 },
    )
  })

  it('is never 1970 and never far off, for any value', () => {
    const anything = fc.anything({
      values: [fc.string(), fc.double(), fc.constant('1700000000'), fc.boolean()],
      maxDepth: 3,
    })
    fc.assert(
      fc.property(anything, (value) => {
        const at = readTime(JSON.parse(JSON.stringify(value) ?? 'null') as DocumentValue)
        if (at) expect(at.getUTCFullYear()).toBeGreaterThanOrEqual(2000)
      }),
      { numRuns: 5_000 },
    )
  })

  it('survives a round trip for every millisecond between 1900 and 9999, in all formats', () => {
    const dates = fc.date({
      min: new Date('1900-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(dates, (at) => {
        const text = at.toISOString()
        expect(iso(timeOf(at))).toBe(text)
        expect(iso(text)).toBe(text)
        expect(timeText(text)).toEqual({ $time: text })
        const seconds = Math.floor(at.getTime() / 1_000)
        expect(timeValue(seconds, (at.getTime() - seconds * 1_000) * 1e6)).toEqual({ $time: text })
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a time in the common format', () => {
  it.each([
    ['2023-11-14T22:13:20Z', whole],
    ['2023-11-14T22:13:20.5Z', '2023-11-14T22:13:20.500Z'],
    ['2023-11-14T22:13:20.123456Z', '2023-11-14T22:13:20.123456Z'],
    ['2023-11-14T22:13:20.123456789Z', '2023-11-14T22:13:20.123456789Z'],
    ['2023-11-14T22:13:20.120000000Z', '2023-11-14T22:13:20.120Z'],
    ['2023-11-15T03:58:20+05:45', whole],
    ['1969-12-31T23:59:59.999999Z', '1969-12-31T23:59:59.999999Z'],
  ])('%s', (text, expected) => {
    expect(timeText(text)).toEqual({ $time: expected })
  })

  it('keeps a text that is not a time, so that a time field reports it', () => {
    expect(timeText('yesterday')).toEqual({ $time: 'yesterday' })
    expect(readTime(timeText('yesterday'))).toBeUndefined()
  })

  it('keeps seconds outside the calendar as a map', () => {
    expect(timeValue(1e15, 5)).toEqual({ $map: { seconds: 1e15, nanoseconds: 5 } })
    expect(readTime(timeValue(1e15, 5))).toBeUndefined()
  })
})
