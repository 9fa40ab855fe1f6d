import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { publicExport } from '../testing/managed-export'
import { chunksOf, documentsIn } from '../testing/source-chunks'
import {
  headBytes,
  parseTimestamp,
  readDocuments,
  readExportCounts,
  recognizeFormat,
  tagOf,
  type DocumentValue,
} from './index.js'

async function openDocuments() {
  const paths = readdirSync(publicExport, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(publicExport, join(entry.parentPath, entry.name)))
    .sort()
  const files = await Promise.all(
    paths.map(async (path) => {
      const bytes = readFileSync(join(publicExport, path))
      return { path, bytes, format: await recognizeFormat(path, bytes.subarray(0, headBytes)) }
    }),
  )
  const found = await Promise.all(
    files.map(async ({ bytes, format }) => documentsIn(readDocuments(chunksOf(bytes), format))),
  )
  return { files, documents: found.flat() }
}

describe('a managed export that no one here wrote', () => {
  it('is recognised by its content, and what lies beside it is left alone', async () => {
    const { files } = await openDocuments()
    expect(Object.fromEntries(files.map(({ path, format }) => [path, format.kind]))).toEqual({
      LICENSE: 'other',
      'README.md': 'other',
      'firebase-export-metadata.json': 'other',
      'firestore_export/all_namespaces/all_kinds/all_namespaces_all_kinds.export_metadata': 'managed_rest',
      'firestore_export/all_namespaces/all_kinds/output-0': 'managed_documents',
      'firestore_export/firestore_export.overall_export_metadata': 'managed_counts',
    })
  })

  it('gives the 14 documents that its own metadata counts, of three levels', async () => {
    const { files, documents } = await openDocuments()
    const counts = files.find(({ format }) => format.kind === 'managed_counts')
    const found = []
    for await (const count of readExportCounts(chunksOf(counts?.bytes ?? ''))) found.push(count.documents)
    expect(found).toEqual([14])
    expect(documents).toHaveLength(14)
    expect(new Set(documents.map(({ path }) => path)).size).toBe(14)
    expect(new Set(documents.map(({ path }) => path.split('/').length))).toEqual(new Set([2, 4, 6]))
  })

  it('gives times of the months in which it was made, and no other', async () => {
    const { documents } = await openDocuments()
    const times = documents.flatMap(({ data }) => timesIn(data))
    expect(times).toHaveLength(20)
    for (const time of times) {
      const at = parseTimestamp(time)?.toISOString() ?? 'unread'
      expect(at >= '2022-04-01' && at < '2022-09-01', at).toBe(true)
    }
  })

  it('holds lists, maps and nothing as they were', async () => {
    const { documents } = await openDocuments()
    const kinds = new Set(documents.flatMap(({ data }) => kindsIn(data)))
    expect([...kinds].sort()).toEqual(['$time', 'boolean', 'list', 'map', 'null', 'number', 'string'])
  })
})

function timesIn(value: DocumentValue): string[] {
  const { tag, content } = tagOf(value) ?? {}
  if (tag === '$time') return typeof content === 'string' ? [content] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(timesIn) : []
}

function kindsIn(value: DocumentValue): string[] {
  if (value === null) return ['null']
  if (Array.isArray(value)) return ['list', ...value.flatMap(kindsIn)]
  if (typeof value !== 'object') return [typeof value]
  return tagOf(value) ? [tagOf(value)?.tag ?? ''] : ['map', ...Object.values(value).flatMap(kindsIn)]
}
