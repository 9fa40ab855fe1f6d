import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { encodeEntity, encodeLog, encodeLogPart, publicExport } from '../testing/managed-export'
import { chunksOf } from '../testing/source-chunks'
import { readEntity } from './entities.js'
import { FormatError } from './errors.js'
import { readLogRecords } from './leveldb-log.js'
import { readMessage } from './protobuf.js'

const folder = join(publicExport, 'firestore_export')
const output = readFileSync(join(folder, 'all_namespaces/all_kinds/output-0'))
const counted = 14

/** The number of documents read, or 'refused'. */
async function outcomeOf(bytes: Buffer): Promise<number | 'refused'> {
  let documents = 0
  try {
    for await (const record of readLogRecords(chunksOf(bytes))) {
      readEntity(record)
      documents += 1
    }
    return documents
  } catch (error) {
    if (error instanceof FormatError) return 'refused'
    throw error
  }
}

function flipped(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
  return copy
}

/** Spread over the whole file, and the same in each run. */
const spread = (below: number, count: number) =>
  Array.from({ length: count }, (_, index) => Math.floor((index * below) / count))

describe('damage to a managed export', () => {
  it('of one bit is caught, 1,000 times of 1,000', async () => {
    const silent: number[] = []
    for (const bit of spread(output.length * 8, 1_000))
      if ((await outcomeOf(flipped(output, bit))) === counted) silent.push(bit)
    expect(silent).toEqual([])
  })

  it('of its length is caught, 1,000 times of 1,000: by the reader, or by the counts', async () => {
    const silent: number[] = []
    for (const length of spread(output.length, 1_000))
      if ((await outcomeOf(output.subarray(0, length))) === counted) silent.push(length)
    expect(silent).toEqual([])
  })

  describe('of several blocks', () => {
    let log: Buffer
    beforeAll(() => {
      // The rest of the first block is too short for a header and is filled with zeros.
      const first = encodeEntity({ path: 'users/u1', data: { x: '' } })
      const filled = encodeEntity({ path: 'users/u1', data: { x: 'x'.repeat(32_768 - 7 - 5 - first.length - 5) } })
      log = encodeLog([
        filled,
        ...[2, 3].map((id) => encodeEntity({ path: `users/u${id}`, data: { y: 'y'.repeat(20_000) } })),
      ])
    })

    it('is caught in each bit of the zeros between two blocks too', async () => {
      const padding = log.subarray(32_760, 32_768)
      expect(padding.subarray(-3)).toEqual(Buffer.alloc(3))
      for (let bit = 32_760 * 8; bit < 32_790 * 8; bit++)
        expect(await outcomeOf(flipped(log, bit)), `bit ${bit}`).toBe('refused')
    })

    it('is caught where a whole block is gone, doubled or swapped', async () => {
      const [one, two, rest] = [log.subarray(0, 32_768), log.subarray(32_768, 65_536), log.subarray(65_536)]
      expect(await outcomeOf(Buffer.concat([one, two, rest]))).toBe(3)
      for (const parts of [
        [two, rest],
        [one, rest],
        [one, one, two, rest],
        [one, two, two, rest],
        [two, one, rest],
      ])
        expect(await outcomeOf(Buffer.concat(parts))).not.toBe(3)
    })
  })

  describe('of the order or the length of its parts', () => {
    const kinds = { full: 1, first: 2, middle: 3, last: 4 } as const
    const part = (kind: keyof typeof kinds, bytes = encodeEntity({ path: 'users/u1', data: {} })) =>
      encodeLogPart(kinds[kind], bytes)

    it.each<[string, Buffer[], string]>([
      ['a whole one within another', [part('first'), part('full')], 'out_of_order'],
      ['a beginning within another', [part('first'), part('first')], 'out_of_order'],
      ['a middle without a beginning', [part('middle')], 'out_of_order'],
      ['an end without a beginning', [part('last')], 'out_of_order'],
      ['a beginning without an end', [part('full'), part('first')], 'cut_off'],
      ['less than a header behind the last one', [part('full'), Buffer.from([1, 2, 3])], 'cut_off'],
      // Missing bytes count as zeros in the checksum, which would be right.
      ['zeros cut off at its end', [part('full', Buffer.alloc(50)).subarray(0, -10)], 'cut_off'],
      ['more than a document can hold', [encodeLog([Buffer.alloc(16 * 1_024 * 1_024 + 1)])], 'too_large'],
    ])('%s is reported', async (_title, pieces, fault) => {
      const reading = async () => {
        for await (const _record of readLogRecords(chunksOf(Buffer.concat(pieces))));
      }
      await expect(reading()).rejects.toMatchObject({ fault })
    })
  })
})

describe('bytes that are no message', () => {
  it('end in a document or a FormatError, whatever they are', () => {
    const read = (bytes: Uint8Array) => {
      try {
        readEntity(Buffer.from(bytes))
      } catch (error) {
        if (!(error instanceof FormatError)) throw error
      }
    }
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), read), { numRuns: 5_000 })
    const entity = encodeEntity({ path: 'a/b', data: { m: { l: [1, 'x', { $geo: [1, 2] }] }, r: { $ref: 'c/d' } } })
    const mutated = fc.tuple(fc.nat(entity.length - 1), fc.nat(255)).map(([at, byte]) => {
      const copy = Buffer.from(entity)
      copy[at] = byte
      return copy
    })
    fc.assert(fc.property(mutated, read), { numRuns: 5_000 })
  })

  it('a document without a path is none', () => {
    for (const bytes of [[], [0x6a, 0], [0x6a, 2, 0x72, 0]])
      expect(() => readEntity(Buffer.from(bytes))).toThrow(FormatError)
  })

  it('a length below zero leads nowhere, not back', () => {
    const minus11 = [0xf5, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]
    expect(() => readMessage(Buffer.from([0x0a, ...minus11, 1]))).toThrow(FormatError)
  })

  it('groups that never end, or lie too deep, are refused', () => {
    expect(() => readMessage(Buffer.alloc(50, 0x0b))).toThrow(FormatError)
    expect(() => readMessage(Buffer.alloc(200_000, 0x0b))).toThrow(FormatError)
    expect(() => readMessage(Buffer.from([0x0b]))).toThrow(FormatError)
    expect(() => readMessage(Buffer.from([0x0c]))).toThrow(FormatError)
    expect(() => readMessage(Buffer.from([0x0b, 0x14]))).toThrow(FormatError)
  })
})
