import { StandardRPCJsonSerializer } from '@orpc/client/standard'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AnswerWriter } from './answer-writer'

const library = new StandardRPCJsonSerializer()
const own = new AnswerWriter()

/** What goes over the wire. */
const sent = (writer: StandardRPCJsonSerializer, data: unknown) => {
  const [json, meta, maps, blobs] = writer.serialize(data)
  return { text: JSON.stringify({ json, meta }), maps, blobs }
}

const answers = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.date(),
    fc.constantFrom<unknown>(null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 10n, -0),
    fc.constantFrom<unknown>(
      new Set(['a']),
      new Map([['a', 1]]),
      new URL('https://quaff.test/'),
      /tea/i,
      new Date(Number.NaN),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('toJSON', 'at', '0')), tie('value'), { maxKeys: 5 }),
  ),
})).value

describe('an answer', () => {
  it('is, letter for letter, what the library would send', () => {
    fc.assert(
      fc.property(answers, (data) => {
        expect(sent(own, data)).toEqual(sent(library, data))
      }),
      { numRuns: 2_000, seed: 14 },
    )
  })

  it.each<[string, unknown]>([
    ['a file', { file: new Blob(['a']) }],
    [
      'an object of a class',
      {
        made: new (class {
          name = 'tea'
        })(),
      },
    ],
    ['a list with holes', Object.assign([1], { 2: 3 })],
    ['a method called toJSON', { toJSON: () => 'x', at: new Date(0) }],
    ['an instant in a list in a list', [[new Date(0)], { rows: [{ at: new Date(1) }] }]],
  ])('with %s is so too', (_, data) => {
    expect(sent(own, data)).toEqual(sent(library, data))
  })

  it('of plain values is not copied', () => {
    const answer = { rows: [{ id: 'mer_1', createdAt: new Date(0) }], nextCursor: null }
    const [json, meta] = own.serialize(answer)
    expect(json).toBe(answer)
    expect(meta).toEqual([[1, 'rows', 0, 'createdAt']])
  })
})
