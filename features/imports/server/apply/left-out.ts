import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import type { LeftOut, Sum } from '../../figures-contract'
import type { DocumentKind } from '../../kinds-rules'
import { SecondReader } from '../figures/second-reader'
import { SumMap } from '../figures/sum-map'

/** With these documents of a kind added; people are told apart over all of them and are not among it. */
export function addLeftOut(
  before: LeftOut | null,
  kind: DocumentKind,
  { aside, kept }: { aside: readonly SourceDocument[]; kept: readonly SourceDocument[] },
): LeftOut | null {
  if ((kind !== 'subscriptions' && kind !== 'redemptions') || aside.length + kept.length === 0) return before
  const add = (sums: readonly Sum[], documents: readonly SourceDocument[]) => {
    const reader = new SecondReader()
    for (const document of documents) reader.add(kind, document)
    return new SumMap([...sums, ...reader.list()]).list()
  }
  return { aside: add(before?.aside ?? [], aside), kept: add(before?.kept ?? [], kept) }
}
