import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSourceFolder } from '@quaff/platform/server/adapters/files/source-folder'
import type { SourceFiles } from '@quaff/platform/server/ports'
import { readTime } from '@quaff/platform/shared/documents/document-times'
import { tagOf, type DocumentValue } from '@quaff/platform/shared/documents/document-values'
import { buildSourceFiles, documentsIn } from '../../../testing/source-files-factory'
import { checkSources } from '../../checking/check-sources'
import { nobodyHere } from '../../checking/here-store'
import { openSources } from '../../sources/open-sources'
import { readDocuments } from '../../sources/read-documents'

const folder = join(import.meta.dirname, '../../../testing/public-export')

async function openDocuments() {
  const sources = await openSources(await openSourceFolder(folder))
  const found = await Promise.all(sources.map(async (source) => documentsIn(readDocuments(source))))
  return { sources, documents: found.flat() }
}

describe('a managed export that nobody here wrote', () => {
  it('is recognised by its content, and what lies beside it is left alone', async () => {
    const { sources } = await openDocuments()
    expect(Object.fromEntries(sources.map(({ path, format }) => [path, format.kind]))).toEqual({
      LICENSE: 'other',
      'README.md': 'other',
      'firebase-export-metadata.json': 'other',
      'firestore_export/all_namespaces/all_kinds/all_namespaces_all_kinds.export_metadata': 'managed_rest',
      'firestore_export/all_namespaces/all_kinds/output-0': 'managed_documents',
      'firestore_export/firestore_export.overall_export_metadata': 'managed_counts',
    })
  })

  it('gives the 14 documents that its own metadata counts, of three levels', async () => {
    const report = await checkSources(await openSourceFolder(folder), { problem() {}, progress() {} }, nobodyHere)
    expect(report.exports).toEqual([expect.objectContaining({ says: 14, found: 14 })])
    const { documents } = await openDocuments()
    expect(documents).toHaveLength(14)
    expect(new Set(documents.map(({ path }) => path)).size).toBe(14)
    expect(new Set(documents.map(({ path }) => path.split('/').length))).toEqual(new Set([2, 4, 6]))
  })

  it('is held against its own count beside a file of ids as well, which is read before all others', async () => {
    const whole = await openSourceFolder(folder)
    const ids = buildSourceFiles({ 'z-ids.csv': 'document,id\nmerchants/old,mer_x\n' })
    const both: SourceFiles = {
      list: async () => [...(await whole.list()), ...(await ids.list())],
      open: (path, part) => (path === 'z-ids.csv' ? ids : whole).open(path, part),
    }
    const report = await checkSources(both, { problem() {}, progress() {} }, nobodyHere)
    expect(report.exports).toEqual([expect.objectContaining({ says: 14, found: 14 })])
  })

  it('gives times of the months in which it was made, and no other', async () => {
    const { documents } = await openDocuments()
    const times = documents.flatMap(({ data }) => timesIn(data))
    expect(times).toHaveLength(20)
    for (const time of times) {
      const at = readTime(time)?.toISOString() ?? 'unread'
      expect(at >= '2022-04-01' && at < '2022-09-01', at).toBe(true)
    }
  })

  it('holds lists, maps and nothing as they were', async () => {
    const { documents } = await openDocuments()
    const kinds = new Set(documents.flatMap(({ data }) => kindsIn(data)))
    expect([...kinds].sort()).toEqual(['$time', 'boolean', 'list', 'map', 'null', 'number', 'string'])
  })
})

function timesIn(value: DocumentValue): DocumentValue[] {
  if (tagOf(value)?.tag === '$time') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(timesIn) : []
}

function kindsIn(value: DocumentValue): string[] {
  if (value === null) return ['null']
  if (Array.isArray(value)) return ['list', ...value.flatMap(kindsIn)]
  if (typeof value !== 'object') return [typeof value]
  return tagOf(value) ? [tagOf(value)?.tag ?? ''] : ['map', ...Object.values(value).flatMap(kindsIn)]
}
