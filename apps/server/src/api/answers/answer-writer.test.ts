import { StandardRPCJsonSerializer } from '@orpc/client/standard'
import { call, os } from '@orpc/server'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { AnswerWriter } from './answer-writer'
import { checkAnswers } from './checked-answers'

const library = new StandardRPCJsonSerializer()
const own = new AnswerWriter()
const row = z.object({ id: z.string(), createdAt: z.date() })
const page = z.object({ rows: z.array(row), nextCursor: z.string().nullable() })
const { read } = checkAnswers({
  read: os
    .input(z.unknown())
    .output(page)
    .handler(({ input }) => input as z.infer<typeof page>),
})
const answer = () => ({ rows: [{ id: 'mer_1', createdAt: new Date(0) }], nextCursor: null })

it('an answer of plain values is not copied, and is what the library would send', async () => {
  const plain = answer()
  const given = await call(read, plain)
  expect(given).toBe(plain)
  const [json, meta, maps, blobs] = own.serialize(given)
  expect(json).toBe(plain)
  expect(JSON.stringify([json, meta, maps, blobs])).toBe(JSON.stringify(library.serialize(answer())))
  expect(meta).toEqual([[1, 'rows', 0, 'createdAt']])
})

it('a column that the schema does not name is left out, one that is missing is refused', async () => {
  const more = { rows: [{ id: 'mer_1', createdAt: new Date(0), taxId: 'secret' }], nextCursor: null }
  const given = await call(read, more)
  expect(given).toEqual(answer())
  expect(own.serialize(given)).toEqual(library.serialize(answer()))
  await expect(call(read, { rows: [{ id: 'mer_1' }], nextCursor: null })).rejects.toThrow('Output validation failed')
})

it('whatever no schema has looked at goes the library’s way', () => {
  const other = { at: new Date(0), kinds: new Set(['tea']), never: undefined }
  expect(own.serialize(other)).toEqual(library.serialize(other))
})
