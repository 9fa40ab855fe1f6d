import { gzipSync } from 'node:zlib'
import type { SourceFiles } from '@quaff/platform/server/ports'
import type { CheckReport, ImportProblem } from '../contract'
import { checkSources, nobodyHere } from '../server'
import type { Read } from '../server/formats/reading'

/** A file in pieces of a size, as a disk would hand it out. */
export async function* chunksOf(content: string | Uint8Array, size = 65_536): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(content)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** What somebody brings, without a disk. */
export function buildSourceFiles(contents: Record<string, string | Uint8Array>, chunkBytes?: number): SourceFiles {
  const files = new Map(Object.entries(contents).map(([path, content]) => [path, Buffer.from(content)]))
  return {
    list: async () =>
      [...files].map(([path, { length }]) => ({ path, bytes: length })).sort((a, b) => (a.path < b.path ? -1 : 1)),
    open(path, part) {
      const bytes = files.get(path) ?? Buffer.alloc(0)
      return chunksOf(part ? bytes.subarray(part.start, part.start + part.length) : bytes, chunkBytes)
    },
  }
}

export const packed = (content: string | Uint8Array) => gzipSync(content)

/** The report on some files, with each problem by itself. */
export async function checkContents(
  contents: Record<string, string | Uint8Array>,
): Promise<{ report: CheckReport; problems: ImportProblem[] }> {
  const problems: ImportProblem[] = []
  const listener = { problem: (problem: ImportProblem) => void problems.push(problem), progress() {} }
  const report = await checkSources(buildSourceFiles(contents), listener, nobodyHere)
  return { report, problems }
}

export async function collected(reads: AsyncIterable<Read>): Promise<Read[]> {
  const found: Read[] = []
  for await (const read of reads) found.push(read)
  return found
}

/** The documents among what was read; throws where one could not be read. */
export async function documentsIn(reads: AsyncIterable<Read>) {
  return (await collected(reads)).map((read) => {
    if ('fault' in read) throw new Error(`${read.fault} at ${JSON.stringify(read.place)}`)
    return read.document
  })
}
