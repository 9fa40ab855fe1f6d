import { describe, expect, it } from 'vitest'
import { encodeEntity, encodeLog } from '../testing/managed-export'
import { chunksOf, collected, documentsIn } from '../testing/source-chunks'
import { readDocuments } from './documents.js'
import { readLogRecords } from './leveldb-log.js'
import { headBytes, recognizeFormat } from './recognize.js'
import { canonicalText, type DocumentMap } from './values.js'

/** Encodes with an independent library, so that the expected values do not depend on our reader. */
async function through(documents: readonly { path: string; data: DocumentMap }[], chunkBytes?: number) {
  const log = encodeLog(documents.map(encodeEntity))
  const format = await recognizeFormat('any-name', log.subarray(0, headBytes))
  return documentsIn(readDocuments(chunksOf(log, chunkBytes), format))
}

async function expectEqual(data: DocumentMap, path = 'things/t1') {
  const [document] = await through([{ path, data }])
  expect(document?.path).toBe(path)
  expect(canonicalText(document?.data ?? null)).toBe(canonicalText(data))
}

const longText = 'Grüße aus Köln 👋 '.repeat(50_000).slice(0, 600_000)

describe('documents that a foreign encoder wrote', () => {
  it.each<[string, DocumentMap]>([
    ['nothing at all', {}],
    ['null, truths and texts', { a: null, b: true, c: false, d: '', e: 'ä\u0000\u2028"\\', f: '𝄞 日本語' }],
    ['whole numbers', { a: 0, b: -1, c: 2_147_483_648, d: Number.MAX_SAFE_INTEGER, e: Number.MIN_SAFE_INTEGER }],
    [
      'whole numbers beyond 2^53',
      { a: { $int: '9007199254740993' }, b: { $int: '-9007199254740993' }, c: { $int: '9223372036854775807' } },
    ],
    ['the smallest of all', { a: { $int: '-9223372036854775808' } }],
    ['other numbers', { a: 0.1, b: -1.5, c: 1e300, d: 5e-324 }],
    ['numbers that are none', { a: { $double: 'NaN' }, b: { $double: 'Infinity' }, c: { $double: '-Infinity' } }],
    ['places', { a: { $geo: [52.52, 13.405] }, b: { $geo: [0, 0] }, c: { $geo: [-90, -180] } }],
    ['references', { a: { $ref: 'users/u1' }, b: { $ref: 'merchants/m 1/locations/lä' }, c: { $ref: 'a/__id7__' } }],
    [
      'bytes',
      { a: { $bytes: '' }, b: { $bytes: 'AAECAwQ=' }, c: { $bytes: Buffer.alloc(900, 0xff).toString('base64') } },
    ],
    ['lists', { a: [], b: [null, 1, 'x', null], c: [{ x: 1 }, {}, { y: [{ z: [] }] }], d: [null] }],
    ['maps', { a: {}, b: { c: { d: { e: { f: [1, { g: null }] } } } } }],
    ['names of any kind', { __proto__x: 1, 'a.b': 2, '': 3, 'ü 日': 4, constructor: 5, toString: { valueOf: 6 } }],
    [
      'maps that look like something else',
      { a: { $map: { $time: 'x' } }, b: { $map: { seconds: 1, nanoseconds: 2 } } },
    ],
    ['a text of 1 MiB', { a: 'x'.repeat(1_048_576) }],
    ['a long text of many languages', { a: longText, b: 'x' }],
  ])('%s', async (_title, data) => {
    await expectEqual(data)
  })

  it('a field named __proto__ is a field', async () => {
    const data = Object.fromEntries([
      ['__proto__', { admin: true }],
      ['m', Object.fromEntries([['__proto__', 1]])],
    ])
    const [document] = await through([{ path: 'a/b', data }])
    expect(Object.hasOwn(document?.data ?? {}, '__proto__')).toBe(true)
    expect(canonicalText(document?.data ?? null)).toBe('{"__proto__":{"admin":true},"m":{"__proto__":1}}')
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  it.each([
    '2023-11-14T22:13:20.000Z',
    '2023-11-14T22:13:20.123Z',
    '2023-11-14T22:13:20.123456Z',
    '1970-01-01T00:00:00.000Z',
    '1969-12-31T23:59:59.999999Z',
    '1900-02-28T00:00:00.000001Z',
    '0001-01-01T00:00:00.000Z',
    '2255-06-05T23:47:34.740993Z',
    '9999-12-31T23:59:59.999999Z',
  ])('the time %s to its microsecond', async (text) => {
    await expectEqual({ at: { $time: text } })
  })

  it.each(['users/__id7__', 'merchants/m.1/locations/läden und mehr', 'a/b/c/d/e/f', 'users/a@b.test'])(
    'the path %s',
    async (path) => {
      await expectEqual({ n: 1 }, path)
    },
  )

  it('a list of 60,000 entries, within a second or two', async () => {
    const list = Array.from({ length: 60_000 }, (_, index) => index)
    const started = performance.now()
    await expectEqual({ list })
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  it('maps of 90 levels are read; those of 150 are reported, and the others are read', async () => {
    const nested = (levels: number): DocumentMap => (levels === 0 ? { end: 1 } : { m: nested(levels - 1) })
    await expectEqual(nested(90))
    const log = encodeLog([
      encodeEntity({ path: 'users/deep', data: nested(150) }),
      encodeEntity({ path: 'users/flat', data: { n: 1 } }),
    ])
    expect(await collected(readDocuments(chunksOf(log), { kind: 'managed_documents' }))).toEqual([
      { fault: 'too_deep', path: null, place: { record: 1 } },
      { document: { path: 'users/flat', data: { n: 1 } }, place: { record: 2 } },
    ])
  })
})

describe('a log that a foreign hand wrote', () => {
  const lengths = [0, 1, 32_754, 32_755, 32_760, 32_761, 32_762, 32_768, 65_536, 100_000, 1_048_576, 3]
  const records = lengths.map((length, index) => Buffer.alloc(length, index + 1))

  it.each([1, 7, 4_096, 32_768, 262_144, 10_000_000])('is read in chunks of %i bytes', async (size) => {
    const some = size < 10 ? records.slice(0, 5) : records
    const found: Buffer[] = []
    for await (const record of readLogRecords(chunksOf(encodeLog(some), size))) found.push(record)
    expect(found.map(({ length }) => length)).toEqual(some.map(({ length }) => length))
    expect(Buffer.concat(found).equals(Buffer.concat(some))).toBe(true)
  })

  it('splits records wherever a block ends, with every rest from 0 to 20 bytes', async () => {
    for (let rest = 0; rest <= 20; rest++) {
      const some = [Buffer.alloc(32_768 - 7 - rest, 1), Buffer.alloc(50, 2), Buffer.alloc(40_000, 3)]
      const found: Buffer[] = []
      for await (const record of readLogRecords(chunksOf(encodeLog(some)))) found.push(Buffer.from(record))
      expect(found.length, `${rest} bytes left`).toBe(some.length)
      expect(found.every((one, index) => one.equals(some[index] ?? Buffer.alloc(0)))).toBe(true)
    }
  })
})
