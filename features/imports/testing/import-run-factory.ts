import type { Spool } from '@quaff/platform/server/ports'
import { contextAs } from '@quaff/platform/testing/test-context'
import type { TestServices } from '@quaff/platform/testing/test-services'
import { applyRun, type RunStart, startRun } from '../server'
import { buildSourceFiles } from './source-files-factory'

export type Documents = Record<string, Record<string, unknown>>

/** A spool without a disk. */
export function buildSpool(): Spool {
  const lines = new Map<string, string[]>()
  return {
    clear: async () => lines.clear(),
    add: async (name, line) => void lines.set(name, [...(lines.get(name) ?? []), line]),
    close: async () => {},
    async *lines(name) {
      yield* lines.get(name) ?? []
    },
    remove: async () => lines.clear(),
  }
}

export const defaultOptions: RunStart['options'] = { paidUntil: '2100-01-01T00:00:00.000Z', grantsAdmins: false }

/** Puts documents in order, as one file of lines. */
export function startImport(services: TestServices, documents: Documents, options: Partial<RunStart['options']> = {}) {
  const lines = Object.entries(documents).map(([path, data]) => `${JSON.stringify({ path, data })}\n`)
  const start = {
    source: 'old-system',
    options: { ...defaultOptions, ...options },
    startedBy: null,
    keepHashConfig: async () => {},
  }
  const listener = { problem() {}, progress() {} }
  const files = buildSourceFiles({ 'all.ndjson': lines.join('') })
  return startRun(services, files, buildSpool, start, listener)
}

/** What a run made of each kind. */
export async function importDocuments(
  services: TestServices,
  documents: Documents,
  options: Partial<RunStart['options']> = {},
) {
  const { runId, spool } = await startImport(services, documents, options)
  const { counts } = await applyRun(contextAs(services), spool, runId, { progress() {} })
  return { runId, counts }
}
