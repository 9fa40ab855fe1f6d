import {
  contentOf,
  type DocumentMap,
  type DocumentValue,
  type SourceDocument,
} from '@quaff/platform/shared/documents/document-values'
import { idOf } from '@quaff/platform/shared/documents/reading'
import type { DocumentKind } from '../../kinds-rules'

/** Returns the document itself, or a plan without its list of `prices`, followed by one document for each price. */
export function withEmbeddedPrices(kind: DocumentKind | null, document: SourceDocument): SourceDocument[] {
  if (kind !== 'plans') return [document]
  const { prices, ...data } = document.data
  const entries = pricesIn(prices)
  if (entries.length === 0) return [document]
  const documents = entries.map((entry, index) => {
    const id = typeof entry['id'] === 'string' && entry['id'] !== '' ? entry['id'] : `${idOf(document)}-${index + 1}`
    return { path: `${document.path}/prices/${id.replaceAll('/', '_')}`, data: entry }
  })
  return [{ ...document, data }, ...documents]
}

/** Empty unless every entry is a map: then the plan keeps the list, and is reported. */
function pricesIn(prices: DocumentValue | undefined): DocumentMap[] {
  if (!Array.isArray(prices)) return []
  const maps = prices.flatMap((entry: DocumentValue): DocumentMap[] => {
    const content = contentOf(entry)
    return content === null ? [] : [content]
  })
  return maps.length === prices.length ? maps : []
}
