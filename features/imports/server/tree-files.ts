import { readDocuments, timeParts } from '@quaff/firestore-export/source'
import type { TargetFiles } from '@quaff/platform/server'
import {
  canonicalText,
  contentOf,
  isMap,
  tagOf,
  type DocumentMap,
  type DocumentValue,
} from '@quaff/platform/shared/documents/document-values'
import type { ExportedDocument } from './exported-kinds'

/** The tool and most editors load a whole file into memory. */
const documentsPerFile = 10_000

type Branch = { fields: string[]; below: Map<string, Map<string, Branch>> }
const branch = (): Branch => ({ fields: [], below: new Map() })

/**
 * Writes one tree per file and several files per collection. A document that is only a parent of others has no fields.
 */
export function treeFiles(target: TargetFiles, name: string) {
  const parts = { first: fileOf(name), later: fileOf(`${name}.second`) }
  let inexact = 0

  function fileOf(prefix: string) {
    let documents: ExportedDocument[] = []
    let number = 0
    return {
      async add(some: readonly ExportedDocument[]) {
        documents.push(...some)
        if (documents.length >= documentsPerFile) await this.end()
      },
      async end() {
        if (documents.length === 0) return
        number += 1
        const text = Buffer.from(treeText(documents))
        inexact += await countInexact(documents, text)
        await target.write(`${prefix}.${String(number).padStart(4, '0')}.json`, text)
        documents = []
      },
    }
  }

  return {
    async add(page: readonly ExportedDocument[]) {
      await parts.first.add(page.filter(({ isLater }) => !isLater))
      await parts.later.add(page.filter(({ isLater }) => isLater))
    },
    async end() {
      await parts.first.end()
      await parts.later.end()
    },
    inexact: () => inexact,
  }
}

function treeText(documents: readonly ExportedDocument[]): string {
  const root = branch()
  for (const { path, data } of documents) {
    const names = path.split('/')
    let at = root
    for (let index = 0; index < names.length; index += 2) {
      const [collection = '', id = ''] = names.slice(index, index + 2)
      const siblings = at.below.get(collection) ?? new Map<string, Branch>()
      at.below.set(collection, siblings)
      at = siblings.get(id) ?? branch()
      siblings.set(id, at)
    }
    at.fields = markedFields(data)
  }
  return textOf(root)
}

function textOf({ fields, below }: Branch): string {
  const named = (name: string, text: string) => `${JSON.stringify(name)}:${text}`
  const collections = [...below].map(([collection, documents]) =>
    named(collection, `{${[...documents].map(([id, one]) => named(id, textOf(one))).join(',')}}`),
  )
  return `{${[...fields, ...(collections.length > 0 ? [`"__collections__":{${collections.join(',')}}`] : [])].join(',')}}`
}

/** Counts documents that an import would not read back unchanged. */
async function countInexact(documents: readonly ExportedDocument[], text: Buffer): Promise<number> {
  const read = new Map<string, string>()
  for await (const one of readDocuments(once(text), { kind: 'tree', tree: 'marked' }))
    if ('document' in one) read.set(one.document.path, canonicalText(one.document.data))
  const isExact = ({ path, data, createTime, updateTime }: ExportedDocument) =>
    createTime === undefined && updateTime === undefined && read.get(path) === canonicalText(data)
  return documents.filter((one) => !isExact(one)).length
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** Writes fields as `node-firestore-import-export` marks them. Values that it cannot express are approximated. */
const markedFields = (data: DocumentMap): string[] =>
  Object.entries(data).map(([name, value]) => `${JSON.stringify(name)}:${markedText(value)}`)

function markedText(value: DocumentValue): string {
  if (Array.isArray(value)) return `[${value.map(markedText).join(',')}]`
  if (!isMap(value)) return JSON.stringify(value)
  const tagged = tagOf(value)
  if (!tagged || tagged.tag === '$map') return `{${markedFields(contentOf(value) ?? {}).join(',')}}`
  return taggedText(tagged)
}

function taggedText({ tag, content }: NonNullable<ReturnType<typeof tagOf>>): string {
  const marked = (kind: string, value: unknown) => JSON.stringify({ __datatype__: kind, value })
  const parts = tag === '$time' && typeof content === 'string' ? timeParts(content) : null
  if (parts) return marked('timestamp', { _seconds: parts.seconds, _nanoseconds: parts.nanoseconds })
  if (tag === '$geo' && Array.isArray(content))
    return marked('geopoint', { _latitude: content[0], _longitude: content[1] })
  if (tag === '$ref') return marked('documentReference', content)
  if (tag === '$bytes' && typeof content === 'string') return JSON.stringify(Buffer.from(content, 'base64').toJSON())
  // An integer keeps all its digits. The tool cannot express any other value that gets here.
  return tag === '$int' && typeof content === 'string' ? content : 'null'
}
