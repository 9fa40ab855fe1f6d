import type { Transaction } from '@quaff/platform/server/context'
import type { DocumentMap, SourceDocument } from '@quaff/platform/shared/documents/document-values'
import type { DocumentKind } from '../../kinds-rules'
import { restored } from '../../originals-rules'
import type { RenamedIds } from '../apply/renamed-ids'
import { findKept, type KeptDocument } from './kept-documents-store'

export type ExportedDocument = SourceDocument & {
  /** It gave way to another when it came, and has to come after it again. */
  isLater: boolean
}
export type ExportedKind = {
  kind: DocumentKind
  pages(tx: Transaction, renamed: RenamedIds): AsyncIterable<ExportedDocument[]>
}

type Definition<Row> = {
  kind: DocumentKind
  rows(tx: Transaction): AsyncIterable<Row[]>
  /** By which imports know the row. */
  idOf(row: NoInfer<Row>): string
  /** Where a row that was made here lies; `old` gives the ids that its neighbours have in the old system. */
  path(row: NoInfer<Row>, old: (kind: DocumentKind, id: string) => string): string
  document(row: NoInfer<Row>): DocumentMap
  /** Rows that are no document of this kind are left out. */
  isLeftOut?(row: NoInfer<Row>, kept: KeptDocument | undefined): boolean
  /** Instead of: it got another id than its document's. */
  isLater?(row: NoInfer<Row>, document: SourceDocument): boolean
}

/** Rows as documents: those that came by an import as they came, for what nobody has edited since. */
export function exportedKind<Row>(definition: Definition<Row>): ExportedKind {
  const { kind, rows, idOf, path, document, isLeftOut = () => false, isLater } = definition
  return {
    kind,
    async *pages(tx, renamed) {
      for await (const page of rows(tx)) {
        const known = await findKept(tx, kind, page.map(idOf))
        yield page.flatMap((row): ExportedDocument[] => {
          const id = idOf(row)
          const kept = known.get(id)
          if (isLeftOut(row, kept)) return []
          const ours = renamed.inOldIds(document(row))
          const place = kept?.path ?? path(row, (of, one) => renamed.old(of, one))
          const found = restored(place, ours, kept ?? { residue: null, originals: null })
          return [{ ...found, isLater: isLater ? isLater(row, found) : renamed.isNew(kind, id) }]
        })
      }
    },
  }
}
