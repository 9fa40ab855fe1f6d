import type { Services, TargetFiles, Transaction } from '@quaff/platform/server'
import { byteOrderMark, csvLine } from '@quaff/platform/shared/csv'
import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { idColumns, type DocumentKind } from '../kinds-rules'
import type { ExportCounts, ExportForm } from '../runs-contract'
import { listRenamed } from './apply/document-store'
import { listMapped, mappedPages } from './apply/id-store'
import { RenamedIds } from './apply/renamed-ids'
import { listExportedImages, type ExportedImage, keptWhole } from './export-store'
import { businessKinds, type ExportedDocument, peopleKinds } from './exported-kinds'
import { treeFiles } from './tree-files'

type ExportListener = { progress(kind: string, documents: number): void }

/**
 * Writes everything as documents of the old system, one file per collection. Reads one snapshot with one page in
 * memory. Importing the result changes nothing.
 */
export async function exportBusiness(
  services: Pick<Services, 'db' | 'files'>,
  target: TargetFiles,
  { withHashes, form = 'lines' }: { withHashes: boolean; form?: ExportForm },
  listener: ExportListener,
): Promise<ExportCounts> {
  const documentFiles = form === 'tree' ? treeFiles : lineFiles
  const documents: ExportCounts['documents'] = {}
  const images: ExportedImage[] = []
  let inexact = 0
  // Files cannot be rolled back, so this transaction is never retried.
  await services.db.transaction(
    async (tx) => {
      for (const { kind, pages } of await exportedDocuments(tx, withHashes)) {
        const files = kind === 'accounts' ? accountFile(target) : documentFiles(target, kind)
        let written = 0
        for await (const page of pages) {
          await files.add(page)
          written += page.length
          listener.progress(kind, written)
        }
        await files.end()
        inexact += files.inexact()
        documents[kind] = written
      }
      await writeIds(tx, target)
      images.push(...(await listExportedImages(tx)))
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  const { files, missing: missingFiles } = await copyImages(services, target, images)
  await target.close()
  return { documents, files, missingFiles, inexact }
}

type Exported = { kind: DocumentKind | 'others'; pages: AsyncIterable<ExportedDocument[]> }

async function exportedDocuments(tx: Transaction, withHashes: boolean): Promise<Exported[]> {
  const renamed = new RenamedIds(await listRenamed(tx), await listMapped(tx))
  const kinds = [...peopleKinds(withHashes), ...businessKinds]
  return [
    ...kinds.map(({ kind, pages }) => ({ kind, pages: pages(tx, renamed) })),
    { kind: 'others', pages: inOrder(keptWhole(tx)) },
  ]
}

async function* inOrder(pages: AsyncIterable<SourceDocument[]>): AsyncGenerator<ExportedDocument[]> {
  for await (const page of pages) yield page.map((document) => ({ ...document, isLater: false }))
}

/** Writes the id of each document here, so that another import gives it the same id. */
async function writeIds(tx: Transaction, target: TargetFiles) {
  let isBegun = false
  for await (const page of mappedPages(tx)) {
    const lines = page.map(({ path, rowId }) => csvLine([path, rowId]))
    if (!isBegun && lines.length > 0) lines.unshift(byteOrderMark, csvLine(idColumns))
    isBegun ||= lines.length > 0
    if (lines.length > 0) await target.append('ids.csv', lines.join(''))
  }
}

/** Files are imported in the order of their names, so that later documents stay later. */
function lineFiles(target: TargetFiles, name: string) {
  const append = async (file: string, documents: readonly ExportedDocument[]) => {
    const lines = documents.map(({ isLater: _isLater, ...document }) => `${JSON.stringify(document)}\n`)
    if (lines.length > 0) await target.append(file, lines.join(''))
  }
  return {
    async add(page: readonly ExportedDocument[]) {
      await append(
        `${name}.ndjson`,
        page.filter(({ isLater }) => !isLater),
      )
      await append(
        `${name}.second.ndjson`,
        page.filter(({ isLater }) => isLater),
      )
    },
    end: async () => {},
    inexact: () => 0,
  }
}

/** Writes accounts in the format that the provider's command-line tool reads. */
function accountFile(target: TargetFiles) {
  const begun = new Set<string>()
  return {
    async add(page: readonly ExportedDocument[]) {
      for (const { data, isLater } of page) {
        const file = isLater ? 'auth.second.json' : 'auth.json'
        await target.append(file, `${begun.has(file) ? ',' : '{"users":['}\n${JSON.stringify(data)}`)
        begun.add(file)
      }
    },
    async end() {
      for (const file of begun) await target.append(file, '\n]}\n')
    },
    inexact: () => 0,
  }
}

/** Copies one image at a time. `missing`: keys that the file store lacks. */
async function copyImages(
  { files }: Pick<Services, 'files'>,
  target: TargetFiles,
  images: readonly ExportedImage[],
): Promise<{ files: number; missing: string[] }> {
  const missing: string[] = []
  // Merchants may share one file of the old storage.
  const written = new Set<string>()
  for (const { key, name } of images) {
    if (written.has(name)) continue
    const bytes = await files.get(key)
    if (!bytes) {
      missing.push(key)
      continue
    }
    await target.write(name, bytes)
    written.add(name)
  }
  return { files: written.size, missing }
}
