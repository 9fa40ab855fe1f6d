import { isUtf8 } from 'node:buffer'
import { FormatError } from './errors.js'
import { itemDocument, asRead } from './json-documents.js'
import { parseJson } from './json-reader.js'
import type { Chunks, Read } from './reading.js'

const longestLine = 32 * 1_024 * 1_024
const lineFeed = 0x0a

/** Reads one document per line. A line that can't be read is returned as a fault. */
export async function* readLines(chunks: Chunks): AsyncGenerator<Read> {
  let line = 0
  for await (const bytes of linesOf(chunks)) {
    line += 1
    const text = bytes.toString('utf8').trim()
    if (text !== '') yield isUtf8(bytes) ? readLine(text, { line }) : { fault: 'damaged', path: null, place: { line } }
  }
}

function readLine(text: string, place: { line: number }): Read {
  try {
    const item = parseJson(text)
    return asRead(() => itemDocument(item, null), place)
  } catch (error) {
    const isTooDeep = error instanceof FormatError && error.fault === 'too_deep'
    return { fault: isTooDeep ? 'too_deep' : 'damaged', path: null, place }
  }
}

/** Returns lines without their ends. Text behind the last line end is a line too. */
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
