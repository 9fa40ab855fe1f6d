import type { DocumentKind } from '../kinds/rules'

/** What an export has written. */
export type ExportCounts = {
  documents: Partial<Record<DocumentKind | 'others', number>>
  files: number
  /** Files that a row names and the store does not have. */
  missingFiles: string[]
}
