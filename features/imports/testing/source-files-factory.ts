import { gzipSync } from 'node:zlib'
import { chunksOf } from '@quaff/firestore-export/testing/source-chunks'
import type { SourceFiles } from '@quaff/platform/server'
import type { CheckReport, ImportProblem } from '../report-contract'
import { checkSources, nobodyHere } from '../server'

/** Returns files of an import without a disk. */
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

/** Checks some files. Returns the report and each problem. */
export async function checkContents(
  contents: Record<string, string | Uint8Array>,
): Promise<{ report: CheckReport; problems: ImportProblem[] }> {
  const problems: ImportProblem[] = []
  const listener = { problem: (problem: ImportProblem) => void problems.push(problem), progress() {} }
  const report = await checkSources(buildSourceFiles(contents), listener, nobodyHere)
  return { report, problems }
}
