import { describe, expect, it } from 'vitest'
import { chunksOf, collected, documentsIn } from '../testing/source-chunks'
import { FormatError } from './errors.js'
import { asRead, readList, readTree } from './json-documents.js'
import { readLines } from './ndjson.js'

const line = (id: string, data: object = { name: 'Grüße 👋' }) => JSON.stringify({ path: `users/${id}`, data })
const whole = [line('u1'), line('u2'), line('u3')].join('\n')

const idsIn = async (text: string | Buffer, chunkBytes?: number) =>
  (await collected(readLines(chunksOf(text, chunkBytes)))).map((read) =>
    'fault' in read ? `${read.fault} ${JSON.stringify(read.place)}` : read.document.path,
  )

async function errorOf(reads: AsyncIterable<unknown>): Promise<{ error: unknown; before: number }> {
  let before = 0
  try {
    for await (const _read of reads) before += 1
    return { error: null, before }
  } catch (error) {
    return { error, before }
  }
}

describe('documents, one a line', () => {
  it.each([
    ['a line end at the end', `${whole}\n`],
    ['none', whole],
    ['both signs for one', `${whole.replaceAll('\n', '\r\n')}\r\n`],
    ['a mark of the byte order', `\uFEFF${whole}`],
    ['blanks around', whole.replaceAll('\n', ' \n\t')],
  ])('are read with %s', async (_title, text) => {
    expect(await idsIn(text)).toEqual(['users/u1', 'users/u2', 'users/u3'])
  })

  it('a line without anything is none, and counts as a line', async () => {
    expect(await idsIn('')).toEqual([])
    expect(await idsIn('\n\n')).toEqual([])
    expect(await idsIn(`${line('u1')}\n\n{`)).toEqual(['users/u1', 'damaged {"line":3}'])
  })

  it.each([
    '{"path":"users/x","data":{',
    'null',
    '42',
    '[]',
    '{}',
    '{"path":1,"data":{}}',
    '{"path":"a/b"}',
    'rubbish',
  ])('a broken one (%s) is reported with its number, and the rest is read', async (broken) => {
    const [one, fault, three] = await idsIn([line('u1'), broken, line('u3')].join('\n'))
    expect([one, three]).toEqual(['users/u1', 'users/u3'])
    expect(fault).toMatch(/^(damaged|not_a_document) \{"line":2\}$/)
  })

  it('two documents on a line are one that is broken, long numbers or not', async () => {
    expect(await idsIn(`${line('u1')},${line('u2')}`)).toEqual(['damaged {"line":1}'])
    const long = line('u1').replace('"name"', '"n":9007199254740993,"name"')
    expect(await idsIn(`${long},${line('u2')}`)).toEqual(['damaged {"line":1}'])
  })

  it('long numbers are kept, and bytes that are no text are not read as some', async () => {
    const [document] = await documentsIn(
      readLines(chunksOf('{"path":"a/b","data":{"n":9007199254740993,"m":[-12345678901234567890]}}')),
    )
    expect(document?.data).toEqual({ n: { $int: '9007199254740993' }, m: [{ $int: '-12345678901234567890' }] })
    const torn = Buffer.from(line('u1'))
    torn[torn.indexOf(0xc3)] = 0xff
    expect(await idsIn(Buffer.concat([torn, Buffer.from(`\n${line('u2')}`)]))).toEqual([
      'damaged {"line":1}',
      'users/u2',
    ])
  })

  it('are the same in pieces of any size, also within a character', async () => {
    const expected = await documentsIn(readLines(chunksOf(whole)))
    for (const size of [1, 2, 3, 5, 7, 64])
      expect(await documentsIn(readLines(chunksOf(whole, size)))).toEqual(expected)
  })

  it('one that is too deep is reported, one that is too long ends the file', async () => {
    const deep = `{"path":"a/b","data":${'{"m":'.repeat(5_000)}1${'}'.repeat(5_000)}}`
    expect(await idsIn(`${deep}\n${line('u2')}`)).toEqual(['too_deep {"line":1}', 'users/u2'])
    const long = `${line('u1')}\n${'x'.repeat(34_000_000)}`
    const { error, before } = await errorOf(readLines(chunksOf(long)))
    expect(error).toMatchObject({ fault: 'too_large' })
    expect(before).toBe(1)
  })
})

const tree = JSON.stringify({ __collections__: { users: { u1: { n: 'Grüße' }, u2: { n: 2 } } } })
const list = JSON.stringify([JSON.parse(line('u1')), JSON.parse(line('u2'))])

describe('JSON of one piece', () => {
  const readers = {
    tree: (bytes: Buffer, size?: number) => readTree('marked', chunksOf(bytes, size)),
    list: (bytes: Buffer, size?: number) => readList(chunksOf(bytes, size), { listName: null, collection: null }),
  }

  it.each([
    ['tree', tree],
    ['list', list],
  ] as const)('a %s that is cut off anywhere is reported with its byte, in pieces of any size', async (kind, text) => {
    const bytes = Buffer.from(text)
    for (let length = 0; length < bytes.length; length++) {
      const { error } = await errorOf(readers[kind](bytes.subarray(0, length)))
      expect(error, `${length} bytes`).toBeInstanceOf(FormatError)
      expect(error).toMatchObject({ fault: 'cut_off', offset: length })
    }
    const expected = await documentsIn(readers[kind](bytes))
    expect(expected).toHaveLength(2)
    for (const size of [1, 2, 3, 5]) expect(await documentsIn(readers[kind](bytes, size))).toEqual(expected)
  })

  it('keeps what was read before the error', async () => {
    const bytes = Buffer.from(list)
    expect(await errorOf(readers.list(bytes.subarray(0, -3), 4))).toMatchObject({ before: 1 })
  })

  it.each([
    ['more behind the end', `${list} x`],
    ['a second list', `${list}${list}`],
    ['a comma too many', list.replace(/\]$/, ',]')],
    ['a name without quotes', list.replace('"path"', 'path')],
    ['a line end in a text', list.replace('Grüße', 'Gr\nüße')],
    ['a text instead of one', '"x"'],
    ['a bracket of the other kind', list.replace(/\]$/, '}')],
  ])('%s is damage', async (_title, text) => {
    expect(await errorOf(readers.list(Buffer.from(text)))).toMatchObject({ error: { fault: 'damaged' } })
  })

  it('bytes that are no text are damage', async () => {
    const bytes = Buffer.from(list)
    bytes[bytes.indexOf(0xc3)] = 0xff
    expect(await errorOf(readers.list(bytes))).toMatchObject({ error: { fault: 'damaged' } })
  })

  it('an error of ours is none of the file’s', () => {
    const fails = () => {
      throw new TypeError('ours')
    }
    expect(() => asRead(fails, { record: 1 })).toThrow(TypeError)
  })

  it('a mark of the byte order is none', async () => {
    expect(await documentsIn(readers.list(Buffer.from(`\uFEFF${list}`)))).toHaveLength(2)
  })

  it('one document too deep or too long ends it, and memory with it', async () => {
    const deep = `[{"path":"a/b","data":{"m":${'['.repeat(200_000)}`
    expect(await errorOf(readers.list(Buffer.from(deep)))).toMatchObject({ error: { fault: 'too_deep' } })
    const long = `[{"path":"a/b","data":{"m":"${'x'.repeat(17_000_000)}"}}]`
    expect(await errorOf(readers.list(Buffer.from(long)))).toMatchObject({ error: { fault: 'too_large' } })
  })
})
