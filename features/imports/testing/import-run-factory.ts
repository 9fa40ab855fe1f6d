import { onTestFinished } from 'vitest'
import type { Spool, TargetFiles } from '@quaff/platform/server'
import { contextAs } from '@quaff/platform/testing/test-context'
import type { TestServices } from '@quaff/platform/testing/test-services'
import { type ExportForm, importLimits } from '../runs-contract'
import { applyRun, exportBusiness, type RunStart, startRun } from '../server'
import { buildSourceFiles } from './source-files-factory'

export type Documents = Record<string, Record<string, unknown>>

/** Returns a spool in memory. */
export function buildSpool(): Spool {
  const lines = new Map<string, string[]>()
  let isClosed = false
  return {
    clear: async () => lines.clear(),
    async add(name, line) {
      const known = lines.get(name)
      if (known) known.push(line)
      else lines.set(name, [line])
    },
    close: async () => void (isClosed = true),
    isWhole: async () => isClosed,
    async *lines(name) {
      yield* lines.get(name) ?? []
    },
    remove: async () => {
      lines.clear()
      isClosed = false
    },
  }
}

/** Makes batches small for one test, so that a few documents cross a batch boundary. */
export function cutBatches(documents: number): void {
  const { batch } = importLimits
  Reflect.set(importLimits, 'batch', documents)
  onTestFinished(() => void Reflect.set(importLimits, 'batch', batch))
}

export const defaultOptions: RunStart['options'] = { paidUntil: '2100-01-01T00:00:00.000Z', grantsAdmins: false }

/** Reads documents into the spool, as one NDJSON file. */
export function startImport(services: TestServices, documents: Documents, options: Partial<RunStart['options']> = {}) {
  const lines = Object.entries(documents).map(([path, data]) => `${JSON.stringify({ path, data })}\n`)
  return startFiles(services, { 'all.ndjson': lines.join('') }, options)
}

export function startFiles(
  services: TestServices,
  contents: Record<string, string | Uint8Array>,
  options: Partial<RunStart['options']> = {},
) {
  const start = {
    source: 'old-system',
    options: { ...defaultOptions, ...options },
    startedBy: null,
    keepHashConfig: async () => {},
  }
  const listener = { problem() {}, progress() {} }
  return startRun(services, buildSourceFiles(contents), buildSpool, start, listener)
}

/** Imports documents and returns the counts by kind. */
export async function importDocuments(
  services: TestServices,
  documents: Documents,
  options: Partial<RunStart['options']> = {},
) {
  const { runId, spool } = await startImport(services, documents, options)
  const { counts } = await applyRun(contextAs(services), spool, runId, { progress() {} })
  return { runId, counts }
}

export async function importFiles(
  services: TestServices,
  contents: Record<string, string | Uint8Array>,
  options: Partial<RunStart['options']> = {},
) {
  const { runId, spool, report } = await startFiles(services, contents, options)
  const { counts } = await applyRun(contextAs(services), spool, runId, { progress() {} })
  return { runId, counts, report }
}

/** Returns the files of an export, by name. */
export async function exportFiles(
  services: TestServices,
  withHashes = false,
  form: ExportForm = 'lines',
): Promise<Record<string, string>> {
  const contents: Record<string, string> = {}
  const target: TargetFiles = {
    append: async (path, text) => void (contents[path] = (contents[path] ?? '') + text),
    write: async (path, bytes) =>
      void (contents[path] = Buffer.from(bytes).toString(path.startsWith('storage/') ? 'base64' : 'utf8')),
    close: async () => {},
  }
  await exportBusiness(services, target, { withHashes, form }, { progress() {} })
  return contents
}
