import type { DocumentKind } from './kinds-rules'

/** `lines`: one document a line, and nothing is lost; `tree`: as `node-firestore-import-export` reads and writes it. */
export const exportForms = ['lines', 'tree'] as const
export type ExportForm = (typeof exportForms)[number]

/** What an export has written. */
export type ExportCounts = {
  documents: Partial<Record<DocumentKind | 'others', number>>
  files: number
  /** Documents with something that the form has no words for. */
  inexact: number
  /** Files that a row names and the store does not have. */
  missingFiles: string[]
}
