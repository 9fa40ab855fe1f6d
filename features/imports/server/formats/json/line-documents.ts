import { FormatError } from '../format-error'
import type { Chunks, Read } from '../reading'
import { asRead } from './list-documents'
import type { RawValue } from './raw-value'
import { createJsonReader } from './read-json'

const longestLine = 32 * 1_024 * 1_024
const lineFeed = 0x0a
/** Only these lines need the slower reader: a double holds shorter numbers exactly. */
const longNumber = /\d{16}/

/** One document a line; a line that can't be read is told and left out. */
export async function* readLines(chunks: Chunks): AsyncGenerator<Read> {
  let line = 0
  for await (const bytes of linesOf(chunks)) {
    line += 1
    const text = bytes.toString('utf8').trim()
    if (text !== '') yield readLine(text, { line })
  }
}

function readLine(text: string, place: { line: number }): Read {
  try {
    return asRead(longNumber.test(text) ? exactly(text) : (JSON.parse(text) as RawValue), null, place)
  } catch (error) {
    const isTooDeep = error instanceof FormatError && error.fault === 'too_deep'
    return { fault: isTooDeep ? 'too_deep' : 'damaged', path: null, place }
  }
}

function exactly(text: string): RawValue {
  let found: RawValue = null
  const reader = createJsonReader({
    opens: (path) => path.length === 0,
    value: (_path, value) => void (found = value),
    end() {},
  })
  reader.write(Buffer.from(`[${text}]`))
  reader.close()
  return found
}

/** Lines without their ends; what stands behind the last one counts as a line. */
async function* linesOf(chunks: Chunks): AsyncGenerator<Buffer> {
  let open: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      yield Buffer.concat([...open, chunk.subarray(start, end)])
      ;[open, length, start] = [[], 0, end + 1]
    }
    if (start === chunk.length) continue
    open.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > longestLine) throw new FormatError('too_large', null)
  }
  if (length > 0) yield Buffer.concat(open)
}
