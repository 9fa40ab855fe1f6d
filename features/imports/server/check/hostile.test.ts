import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeEntity, encodeLog } from '@quaff/firestore-export/testing/managed-export'
import {
  canonicalText,
  type DocumentValue,
  type SourceDocument,
} from '@quaff/platform/shared/documents/document-values'
import { exitCodeOf, reportLines } from '../../report-rules'
import { buildCorpus } from '../../testing/corpus-factory'
import { checkContents } from '../../testing/source-files-factory'

const corpus = buildCorpus()
const nested = (levels: number): DocumentValue =>
  Array.from({ length: levels }).reduce<DocumentValue>((inner) => ({ m: inner }), 1)

const badValues = fc.oneof(
  fc.constantFrom<DocumentValue>(
    '',
    '\u0000',
    '\uD800',
    '\u202Ex',
    'x'.repeat(5_000),
    '__proto__',
    '../../etc',
    '<script>',
    '=1+1',
    '29.99',
    'NaN',
    '1970-01-01',
    -1,
    0,
    0.1,
    1e308,
    2 ** 31,
    Number.MAX_SAFE_INTEGER,
    true,
    false,
    null,
    [],
    {},
    [[]],
    [null],
    [{}],
    { $time: '' },
    { $time: 'x' },
    { $time: 5 },
    { $time: '9999-12-31T23:59:59.999Z' },
    { $ref: '' },
    { $ref: 5 },
    { $geo: [] },
    { $geo: ['a', 'b'] },
    { $bytes: '!' },
    { $int: '99999999999999999999' },
    { $double: 'NaN' },
    { $map: { $map: {} } },
    { $map: 1 },
    { toString: 1, valueOf: 2 },
    { length: 1e9 },
    { constructor: { prototype: 1 } },
    nested(40),
    nested(95),
  ),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<DocumentValue>,
  fc.string({ unit: 'binary' }),
)
const badPaths = fc.constantFrom(
  '',
  '/',
  'users',
  'users/',
  '/u1',
  'users//u1',
  'users/..',
  'users/.',
  '../users/u1',
  'users/u1/subscriptions',
  'users/u1/',
  ' / ',
  `users/${'x'.repeat(1_501)}`,
  `users/${'ü'.repeat(751)}`,
  `${'a/'.repeat(101)}b`,
  `a/${'b/c/'.repeat(60)}d`,
)

type Mutation =
  | { kind: 'field'; of: number; field: number; value: DocumentValue }
  | { kind: 'name'; of: number; name: string; value: DocumentValue }
  | { kind: 'gone'; of: number; field: number }
  | { kind: 'path'; of: number; path: string }
const documents = fc.nat(corpus.length - 1)
const mutations: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('field' as const), of: documents, field: fc.nat(30), value: badValues }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('name' as const),
      of: documents,
      name: fc.oneof(
        fc.string(),
        fc.constantFrom('__proto__', 'constructor', '$time', 'banking', 'priceDetails', 'toJSON'),
      ),
      value: badValues,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('gone' as const), of: documents, field: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('path' as const), of: documents, path: badPaths }) },
)

function mutated(mutation: Mutation, index: number): SourceDocument {
  const { path, data } = corpus[mutation.of] ?? { path: '', data: {} }
  if (mutation.kind === 'path') return { path: mutation.path, data }
  const names = path.split('/')
  // Each gets its own id, so that none is reported as a duplicate.
  const own = [...names.slice(0, -1), `h${index}`].join('/')
  const entries = Object.entries(data)
  if (mutation.kind === 'name')
    return { path: own, data: Object.fromEntries([...entries, [mutation.name, mutation.value]]) }
  const at = mutation.field % Math.max(1, entries.length)
  const changed = entries.flatMap(([name, value], place): [string, DocumentValue][] => {
    if (place !== at) return [[name, value]]
    return mutation.kind === 'gone' ? [] : [[name, mutation.value]]
  })
  return { path: own, data: Object.fromEntries(changed) }
}

const sample = (count: number, seed: number) => fc.sample(mutations, { numRuns: count, seed }).map(mutated)
const asLine = ({ path, data }: SourceDocument) => `{"path":${JSON.stringify(path)},"data":${canonicalText(data)}}`

describe('10,000 documents that were tampered with', () => {
  // In parts, because all of them together would exceed the timeout of a test on a busy machine.
  const [parts, each] = [[17, 18, 20, 21, 22], 2_000] as const
  it.each(parts)('cause no crash; each is counted, and reported if it is changed or skipped (%i)', async (seed) => {
    const hostile = sample(each, seed)
    const { report, problems } = await checkContents({ 'a.ndjson': hostile.map(asLine).join('\n') })
    expect(report.files).toEqual([expect.objectContaining({ documents: each, fault: null })])
    const read = report.collections.reduce((sum, one) => sum + one.read, 0)
    const unread = problems.filter(
      ({ fault, field }) => field === '' && ['bad_path', 'damaged', 'too_deep', 'not_a_document'].includes(fault),
    )
    expect(read).toBe(each)
    expect(unread.length).toBeGreaterThan(each / 20)
    expect(exitCodeOf(report)).toBe(2)
    expect(reportLines(report).length).toBeLessThan(120)

    // The old audit log is always skipped as a whole.
    const isCounted = ({ kind }: { kind: string | null }) => kind !== null && kind !== 'audit'
    const counted = (name: 'ready' | 'changed' | 'skipped' | 'read') =>
      report.collections.filter(isCounted).reduce((sum, one) => sum + one[name], 0)
    const skipped = new Set(
      problems.filter(({ level, file }) => level === 'skipped' && file !== '').map(({ place }) => place),
    )
    // Missing records are reported once for all documents that name them, with their number.
    const [late, naming] = (['skipped', 'changed'] as const).map((at) =>
      problems
        .filter(({ level, file }) => level === at && file === '')
        .reduce((sum, { shown }) => sum + Number(shown.slice(shown.lastIndexOf(':') + 1)), 0),
    ) as [number, number]
    expect(late).toBeGreaterThan(each / 20)
    expect(skipped.size + late).toBe(counted('skipped'))
    expect(counted('ready') + counted('changed') + counted('skipped')).toBe(counted('read'))
    const changed = new Set(
      problems.filter(({ level, file }) => level === 'changed' && file !== '').map(({ place }) => place),
    )
    for (const place of skipped) changed.delete(place)
    expect(changed.size + naming).toBeGreaterThanOrEqual(counted('changed'))
    expect(changed.size).toBeLessThanOrEqual(counted('changed') + late)
    expect(problems.filter(({ path, place }) => path === null && place === '')).toEqual([])
  })

  it('behave the same in a managed log', async () => {
    const writable = sample(1_500, 19).filter(({ data }) => !canonicalText(data).includes('"$'))
    const log = encodeLog(writable.map(encodeEntity))
    const { report } = await checkContents({ 'output-0': log })
    expect(report.files).toEqual([expect.objectContaining({ documents: writable.length, fault: null })])
  })
})

describe('files that were tampered with', () => {
  it('cause no crash, whichever byte was changed', async () => {
    const some = corpus.slice(0, 8)
    const whole: Buffer[] = [
      Buffer.from(some.map(asLine).join('\n')),
      Buffer.from(`[${some.map(asLine).join(',')}]`),
      encodeLog(some.map(encodeEntity)),
      Buffer.from(JSON.stringify({ __collections__: { users: { u1: { a: 1, __collections__: { s: { x: {} } } } } } })),
      Buffer.from(JSON.stringify({ users: [{ localId: 'u1', email: 'a@b.test' }] })),
      Buffer.from(`u1,a@b.test,true,aGFzaA==,c2FsdA==,Ana${','.repeat(22)}`),
    ]
    const cases = fc.tuple(fc.constantFrom(...whole), fc.nat(), fc.nat(255), fc.boolean())
    await fc.assert(
      fc.asyncProperty(cases, async ([bytes, at, byte, isCut]) => {
        const copy = Buffer.from(bytes)
        copy[at % copy.length] = byte
        const { report } = await checkContents({ x: isCut ? copy.subarray(0, at % copy.length) : copy })
        expect(report.files).toHaveLength(1)
      }),
      { numRuns: 250 },
    )
  })
})
