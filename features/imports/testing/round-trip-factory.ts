import { canonicalText, type SourceDocument } from '@quaff/platform/shared/documents/document-values'
import type { TestServices } from '@quaff/platform/testing/test-services'
import { exportFiles, importFiles } from './import-run-factory'
import { randomCorpus } from './random-corpus-factory'

export const linesOf = (documents: readonly object[]) => documents.map((one) => `${JSON.stringify(one)}\n`).join('')

/** Returns the documents in exported files as canonical text, by path. */
export function documentsInFiles(files: Record<string, string>): Map<string, string> {
  const documents = Object.entries(files).flatMap(([name, text]): SourceDocument[] => {
    if (name.startsWith('storage/')) return []
    if (!name.startsWith('auth'))
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as SourceDocument)
    const { users } = JSON.parse(text) as { users: (SourceDocument['data'] & { localId: string })[] }
    return users.map((data) => ({ path: `__auth__/${data.localId}`, data }))
  })
  // The audit log contains actions that happened here, not imported documents.
  const came = documents.filter(({ path }) => !path.startsWith('adminAuditLogs/'))
  return new Map(came.map((document) => [document.path, textOf(document)]))
}

const textOf = ({ path, data, createTime, updateTime }: SourceDocument) =>
  // The list of accounts has no field for the times of its documents.
  path.startsWith('__auth__/')
    ? canonicalText(data)
    : canonicalText({ data, times: [createTime ?? null, updateTime ?? null] })

export type RoundTrip = { documents: number; different: { path: string; was?: string; became?: string }[] }

/** Imports the documents of these seeds, exports them, and returns those that differ. */
export async function roundTrip(services: TestServices, seeds: readonly number[]) {
  const corpus = seeds.flatMap(randomCorpus)
  await importFiles(services, { 'all.ndjson': linesOf(corpus) }, { grantsAdmins: true })
  const files = await exportFiles(services)
  return { files, ...compared(new Map(corpus.map((one) => [one.path, textOf(one)])), documentsInFiles(files)) }
}

export function compared(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): RoundTrip {
  const paths = new Set([...before.keys(), ...after.keys()])
  const different = [...paths].flatMap((path) => {
    const [was, became] = [before.get(path), after.get(path)]
    return was === became ? [] : [{ path, ...(was ? { was } : {}), ...(became ? { became } : {}) }]
  })
  return { documents: before.size, different }
}
