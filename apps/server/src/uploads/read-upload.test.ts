import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UploadErrorCode } from './bounded-body'
import { openUpload } from './read-upload'

const boundary = 'xYz'
const limits = { maxFileBytes: 2_000, timeoutMs: 60_000 }
const field = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const fileHead = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`
const tail = `\r\n--${boundary}--\r\n`
const whole = (file: string | Buffer) =>
  Buffer.concat([Buffer.from(field('kind', 'logo') + fileHead), Buffer.from(file), Buffer.from(tail)])

function requestOf(chunks: Iterable<Uint8Array>, type = `multipart/form-data; boundary=${boundary}`): Request {
  const source = chunks[Symbol.iterator]()
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { value, done } = source.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  return new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-type': type },
    body,
    duplex: 'half',
  } as RequestInit)
}

function* inPieces(body: Buffer, sizes: readonly number[]) {
  let at = 0
  for (let turn = 0; at < body.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    yield body.subarray(at, at + size)
    at += size
  }
}

/** Counts searched and allocated bytes: a measure of work that does not depend on the machine's load. */
function countWork() {
  const bytes = { searched: 0, allocated: 0 }
  const { indexOf } = Buffer.prototype
  const { alloc } = Buffer
  Buffer.prototype.indexOf = function (this: Buffer, ...requested: Parameters<typeof indexOf>) {
    bytes.searched += this.length - Number(requested[1] ?? 0)
    return indexOf.apply(this, requested)
  }
  Buffer.alloc = (size, ...rest) => {
    bytes.allocated += size
    return alloc(size, ...rest)
  }
  const stop = () => {
    Buffer.prototype.indexOf = indexOf
    Buffer.alloc = alloc
  }
  return { bytes, stop }
}

async function readWhole(request: Request) {
  const form = await openUpload(request, limits)
  return { fields: form.fields, file: Buffer.from(await form.readFile()) }
}

async function errorOf(reading: Promise<unknown>): Promise<string> {
  try {
    await reading
    return 'none'
  } catch (error) {
    return error instanceof UploadErrorCode ? error.kind : String(error)
  }
}

describe('an upload form', () => {
  it('§7 comes out as it was sent, however it was cut into pieces and whatever bytes are in it', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 8 })
    const content = fc.uint8Array({ maxLength: 1_500 }).map((bytes) => Buffer.from(bytes))
    await fc.assert(
      fc.asyncProperty(content, sizes, async (file, pieces) => {
        const got = await readWhole(requestOf(inPieces(whole(file), pieces)))
        expect(got.fields).toEqual({ kind: 'logo' })
        expect(got.file.equals(file)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it('may hold what looks like a boundary inside the file', async () => {
    const file = `\r\n--${boundary.slice(0, -1)}\r\n--x\r\n`
    expect((await readWhole(requestOf([whole(file)]))).file.toString()).toBe(file)
  })

  it('gives the fields before the file has come', async () => {
    const form = await openUpload(requestOf([Buffer.from(field('kind', 'mark') + fileHead)]), limits)
    expect(form.fields).toEqual({ kind: 'mark' })
    expect(await errorOf(form.readFile())).toBe('cut')
  })

  it('cut at any place is refused', async () => {
    const body = whole('hello')
    for (let length = 0; length < body.length - 2; length += 1)
      expect(await errorOf(readWhole(requestOf([body.subarray(0, length)]))), `${length} bytes`).toBe('cut')
  })

  it('of exactly the limit passes, of one byte more is refused', async () => {
    expect((await readWhole(requestOf([whole('x'.repeat(2_000))]))).file.length).toBe(2_000)
    expect(await errorOf(readWhole(requestOf([whole('x'.repeat(2_001))])))).toBe('too-large')
  })

  it('without an end is left after the limit', async () => {
    let given = 0
    function* endless() {
      yield Buffer.from(field('kind', 'logo') + fileHead)
      for (;;) {
        given += 500
        yield Buffer.alloc(500)
      }
    }
    expect(await errorOf(readWhole(requestOf(endless())))).toBe('too-large')
    expect(given).toBeLessThan(5_000)
  })

  it('of twenty thousand tiny chunks is no more work than one of a few', async () => {
    const body = Buffer.concat([Buffer.from(fileHead), Buffer.alloc(20_000), Buffer.from(tail)])
    const work = countWork()
    try {
      const form = await openUpload(requestOf(inPieces(body, [1])), { maxFileBytes: 500_000, timeoutMs: 600_000 })
      expect((await form.readFile()).length).toBe(20_000)
    } finally {
      work.stop()
    }
    expect(work.bytes.searched).toBeGreaterThan(body.length)
    expect(work.bytes.searched).toBeLessThan(20 * body.length)
    expect(work.bytes.allocated).toBeLessThan(20 * body.length)
  })

  it('that stops coming is given up after its time', async () => {
    const silent = new Request('http://localhost/', {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: new ReadableStream({ pull: () => new Promise(() => undefined) }),
      duplex: 'half',
    } as RequestInit)
    expect(await errorOf(openUpload(silent, { maxFileBytes: 10, timeoutMs: 50 }))).toBe('too-slow')
  })

  it.each<[string, string, string?]>([
    ['of another type', whole('x').toString(), 'application/json'],
    ['without a boundary', whole('x').toString(), 'multipart/form-data'],
    ['with another boundary', whole('x').toString().replaceAll(boundary, 'abc')],
    ['with something before the first boundary', `hi\r\n${whole('x').toString()}`],
    ['with a field twice', field('kind', 'logo') + whole('x').toString()],
    ['with nine fields', [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => field(`f${n}`, '')).join('') + whole('x').toString()],
    ['with a field that is far too long', field('kind2', 'x'.repeat(3_000)) + whole('x').toString()],
    ['with a file under another name', whole('x').toString().replace('name="file"', 'name="avatar"')],
    ['with a part that is no form data', whole('x').toString().replaceAll('form-data; name', 'attachment; name')],
    ['with endless part headers', `--${boundary}\r\n${'X-A: b\r\n'.repeat(1_000)}`],
    ['with a second file', fileHead + 'a' + `\r\n${fileHead}b${tail}`],
  ])('%s is refused', async (_, body, type) => {
    expect(await errorOf(readWhole(requestOf([Buffer.from(body)], type)))).toBe('shape')
  })
})
