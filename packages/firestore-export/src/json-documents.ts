import { documentFaultOf, FormatError } from './errors'
import { itemDocument } from './item-documents'
import type { RawValue } from './raw-value'
import { createJsonReader, type JsonVisitor } from './json-reader'
import type { Chunks, Read } from './reading'
import type { SourceDocument } from './values'

/** `[…]`, or `{"documents":[…]}`: each item with its number from 1. */
export async function* readItems(
  chunks: Chunks,
  listName: string | null,
): AsyncGenerator<{ item: RawValue; record: number }> {
  const found: { item: RawValue; record: number }[] = []
  const depth = listName === null ? 0 : 1
  const visitor: JsonVisitor = {
    opens: (path) => path.length < depth || (path.length === depth && (depth === 0 || path[0] === listName)),
    value(path, item) {
      if (path.length === depth + 1) found.push({ item, record: Number(path[depth]) + 1 })
    },
    end() {},
  }
  const reader = createJsonReader(visitor)
  for await (const chunk of chunks) {
    reader.write(chunk)
    yield* found.splice(0)
  }
  reader.close()
  yield* found
}

/** Documents of a list in one of the shapes of `itemDocument`. */
export async function* readList(
  chunks: Chunks,
  { listName, collection }: { listName: string | null; collection: string | null },
): AsyncGenerator<Read> {
  for await (const { item, record } of readItems(chunks, listName))
    yield asRead(() => itemDocument(item, collection), { record })
}

/** What is wrong inside of one document concerns it alone; an error of ours is none of the file's. */
export function asRead(read: () => SourceDocument | null, place: Read['place']): Read {
  try {
    const document = read()
    return document ? { document, place } : { fault: 'not_a_document', path: null, place }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return { fault: documentFaultOf(error), path: null, place }
  }
}
