import { and, asc, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import type { DocumentKind } from '../../kinds-rules'
import { type Kept, restored } from '../../originals-rules'
import { importDocuments } from '../tables'

export type KeptDocument = Kept & { path: string; rowVersion: number | null }

/** What imports have kept of the documents that these rows were, by row. */
export async function findKept(
  tx: Transaction,
  kind: DocumentKind,
  rowIds: readonly string[],
): Promise<Map<string, KeptDocument>> {
  const { path, rowId, residue, originals, rowVersion } = importDocuments
  const rows = await tx
    .select({ path, rowId, residue, originals, rowVersion })
    .from(importDocuments)
    .where(and(eq(importDocuments.kind, kind), inArray(rowId, [...rowIds])))
  return new Map(rows.map(({ rowId: id, ...kept }) => [id, kept]))
}

const pageSize = 500

/** Documents that are of no use here, which were kept whole. */
export async function* keptWhole(tx: Transaction): AsyncGenerator<SourceDocument[]> {
  let last = ''
  for (;;) {
    const rows = await tx
      .select()
      .from(importDocuments)
      .where(
        and(eq(importDocuments.kind, 'others'), isNotNull(importDocuments.residue), gt(importDocuments.path, last)),
      )
      .orderBy(asc(importDocuments.path))
      .limit(pageSize)
    if (rows.length > 0) yield rows.map((row) => restored(row.path, {}, row))
    if (rows.length < pageSize) return
    last = rows.at(-1)?.path ?? ''
  }
}
