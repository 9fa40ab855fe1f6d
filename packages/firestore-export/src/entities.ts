import { FormatError } from './errors.js'
import { readLogRecords } from './leveldb-log.js'
import { readMessage, type WireField } from './protobuf.js'
import type { Chunks } from './reading.js'
import { mapOf, numberValue, timeValue, type DocumentMap, type DocumentValue, type SourceDocument } from './values.js'

/** Field numbers of the `EntityProto` message. */
const entity = { key: 13, property: 14, rawProperty: 15 } as const
const reference = { path: 14, element: 1, kind: 2, id: 3, name: 4 } as const
const property = { meaning: 1, name: 3, multiple: 4, value: 5 } as const
const held = { whole: 1, flag: 2, bytes: 3, double: 4, point: 5, reference: 12 } as const
const point = { latitude: 6, longitude: 7 } as const
const pointer = { element: 14, kind: 15, id: 16, name: 17 } as const
const meanings = { time: 7, bytes: 14, byteString: 16, map: 19, emptyList: 24 } as const

const deepest = 100

/**
 * Reads one record of an output file.
 *
 * @throws FormatError if the record is not a document.
 */
export function readEntity(record: Buffer): SourceDocument {
  const fields = readMessage(record)
  const key = fields.find((field) => field.number === entity.key)
  const path = key?.kind === 'bytes' ? pathOf(find(readMessage(key.value), reference.path)) : ''
  if (path === '') throw new FormatError('damaged', null)
  return { path, data: dataOf(fields, 0) }
}

/** Returns true if the record has a key with a path; logs of other kinds have records too. */
export function isEntity(record: Buffer): boolean {
  try {
    return readEntity(record).path !== ''
  } catch {
    return false
  }
}

function pathOf(path: WireField | undefined): string {
  if (path?.kind !== 'bytes') return ''
  return readMessage(path.value)
    .flatMap((element) => (element.kind === 'group' && element.number === reference.element ? [element.value] : []))
    .map((element) => segmentOf(element, reference))
    .join('/')
}

/** Writes numeric ids of Datastore as its client does: `__id7__`. */
function segmentOf(element: WireField[], names: { kind: number; id: number; name: number }): string {
  const id = find(element, names.id)
  const name = id?.kind === 'varint' ? `__id${id.value}__` : textOf(find(element, names.name))
  return `${textOf(find(element, names.kind))}/${name}`
}

function dataOf(fields: WireField[], depth: number): DocumentMap {
  if (depth > deepest) throw new FormatError('too_deep', null)
  const entries = new Map<string, DocumentValue>()
  const lists = new Map<string, DocumentValue[]>()
  for (const field of fields) {
    if (field.kind !== 'bytes' || (field.number !== entity.property && field.number !== entity.rawProperty)) continue
    const parts = readMessage(field.value)
    const name = textOf(find(parts, property.name))
    const value = valueOf(parts, depth)
    if (!isSet(find(parts, property.multiple))) entries.set(name, value)
    else if (!lists.get(name)?.push(value)) lists.set(name, [value])
  }
  return Object.fromEntries([...entries, ...lists])
}

function valueOf(parts: WireField[], depth: number): DocumentValue {
  const meaning = find(parts, property.meaning)
  const kind = meaning?.kind === 'varint' ? meaning.value : 0
  if (kind === meanings.emptyList) return []
  const wrapped = find(parts, property.value)
  const value = wrapped?.kind === 'bytes' ? readMessage(wrapped.value)[0] : undefined
  if (!value) return null
  if (value.kind === 'varint' && value.number === held.flag) return value.value !== 0
  if (value.kind === 'varint' && value.number === held.whole)
    return kind === meanings.time ? microseconds(value.value) : numberValue(value.value)
  if (value.kind === 'double' && value.number === held.double) return numberValue(value.value)
  if (value.kind === 'bytes' && value.number === held.bytes) return bytesOf(value.value, kind, depth)
  if (value.kind === 'group' && value.number === held.point)
    return { $geo: [doubleOf(find(value.value, point.latitude)), doubleOf(find(value.value, point.longitude))] }
  if (value.kind === 'group' && value.number === held.reference) return { $ref: targetOf(value.value) }
  throw new FormatError('unknown_value', null)
}

function bytesOf(bytes: Buffer, meaning: number | bigint, depth: number): DocumentValue {
  if (meaning === meanings.bytes || meaning === meanings.byteString) return { $bytes: bytes.toString('base64') }
  if (meaning === meanings.map) return mapOf(Object.entries(dataOf(readMessage(bytes), depth + 1)))
  return bytes.toString('utf8')
}

const targetOf = (fields: WireField[]) =>
  fields
    .flatMap((field) => (field.kind === 'group' && field.number === pointer.element ? [field.value] : []))
    .map((element) => segmentOf(element, pointer))
    .join('/')

function microseconds(value: number | bigint): DocumentValue {
  // From the year 2255 on, a double cannot hold microseconds exactly.
  const whole = BigInt(value)
  const below = ((whole % 1_000_000n) + 1_000_000n) % 1_000_000n
  return timeValue(Number((whole - below) / 1_000_000n), Number(below) * 1_000)
}

const find = (fields: WireField[], number: number) => fields.find((field) => field.number === number)
const isSet = (field: WireField | undefined) => field?.kind === 'varint' && field.value !== 0
const textOf = (field: WireField | undefined) => (field?.kind === 'bytes' ? field.value.toString('utf8') : '')
const doubleOf = (field: WireField | undefined) => (field?.kind === 'double' ? field.value : 0)

/** Number of documents and bytes that an export's metadata file states for its folder. */
export type ExportCount = { metadataFile: string; documents: number; bytes: number }

const entries = 1
const entry = { file: 2, documents: 3, bytes: 4 } as const

/**
 * Reads the counts in `<name>.overall_export_metadata`.
 *
 * @throws FormatError if the file is damaged.
 */
export async function* readExportCounts(chunks: Chunks): AsyncGenerator<ExportCount> {
  for await (const record of readLogRecords(chunks)) yield* countsIn(record)
}

/** Returns no counts if the record is something else. */
export function countsIn(record: Buffer): ExportCount[] {
  return messageOf(record).flatMap((field) => {
    if (field.number !== entries || field.kind !== 'bytes') return []
    const parts = messageOf(field.value)
    const file = parts.find(({ number }) => number === entry.file)
    if (file?.kind !== 'bytes') return []
    const metadataFile = file.value.toString('utf8')
    return metadataFile.endsWith('.export_metadata')
      ? [{ metadataFile, documents: countOf(parts, entry.documents), bytes: countOf(parts, entry.bytes) }]
      : []
  })
}

/** The encoder leaves out a count of 0. */
function countOf(parts: WireField[], number: number): number {
  const field = parts.find((part) => part.number === number)
  return field?.kind === 'varint' ? Number(field.value) : 0
}

function messageOf(bytes: Buffer): WireField[] {
  try {
    return readMessage(bytes)
  } catch {
    return []
  }
}
