import type { Read } from '../src/reading'

/** Returns a file in pieces of a size, as a disk would. */
export async function* chunksOf(content: string | Uint8Array, size = 65_536): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(content)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

export async function collected(reads: AsyncIterable<Read>): Promise<Read[]> {
  const found: Read[] = []
  for await (const read of reads) found.push(read)
  return found
}

/** Returns the documents that were read. Throws if one could not be read. */
export async function documentsIn(reads: AsyncIterable<Read>) {
  return (await collected(reads)).map((read) => {
    if ('fault' in read) throw new Error(`${read.fault} at ${JSON.stringify(read.place)}`)
    return read.document
  })
}
