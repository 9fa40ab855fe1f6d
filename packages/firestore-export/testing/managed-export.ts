import { join } from 'node:path'
import protobuf from 'protobufjs'
import { isMap, tagOf, type DocumentMap, type DocumentValue, type SourceDocument } from '../src/values'

/** The messages of Datastore as its public client defines them. The reader shares no code with this encoder. */
const { root } = protobuf.parse(
  `
  syntax = "proto2";
  message EntityProto {
    required Reference key = 13;
    repeated Property property = 14;
    repeated Property raw_property = 15;
    required Path entity_group = 16;
  }
  message Reference { required string app = 13; required Path path = 14; optional string database_id = 23; }
  message Path {
    repeated group Element = 1 { required string type = 2; optional int64 id = 3; optional string name = 4; }
  }
  message Property {
    optional int32 meaning = 1;
    optional string meaning_uri = 2;
    required string name = 3;
    required bool multiple = 4;
    required PropertyValue value = 5;
  }
  message PropertyValue {
    optional int64 int64_value = 1;
    optional bool boolean_value = 2;
    optional bytes string_value = 3;
    optional double double_value = 4;
    optional group PointValue = 5 { required double x = 6; required double y = 7; }
    optional group ReferenceValue = 12 {
      required string app = 13;
      repeated group PathElement = 14 { required string type = 15; optional int64 id = 16; optional string name = 17; }
      optional string database_id = 23;
    }
  }
  message Counts { repeated Count entry = 1; }
  message Count { optional string file = 2; optional int64 documents = 3; optional int64 bytes = 4; }
  `,
  { keepCase: true },
)
const messages = { entity: root.lookupType('EntityProto'), counts: root.lookupType('Counts') }
/** Folder of a managed export that another project published. */
export const publicExport = join(import.meta.dirname, 'public-export')

const meanings = { time: 7, point: 9, bytes: 14, text: 15, map: 19, emptyList: 24 } as const
const app = 'e~old-system'

/** Encodes a document as a record of an export. `__id7__` becomes a numeric id. */
export function encodeEntity({ path, data }: SourceDocument): Buffer {
  const elements = elementsOf(path)
  return entityBytes(data, { app, path: { element: elements } })
}

function entityBytes(data: DocumentMap, key: object): Buffer {
  const properties = Object.entries(data).flatMap(([name, value]) => propertiesOf(name, value))
  const entity = {
    key,
    property: properties.filter(isIndexed),
    raw_property: properties.filter(isRaw),
    entity_group: {},
  }
  return Buffer.from(messages.entity.encode(messages.entity.fromObject(entity)).finish())
}

type Property = { meaning?: number; name: string; multiple: boolean; value: object }
/** Long texts and maps are not indexed and have their own field. */
const isRaw = ({ meaning }: Property) => meaning === meanings.map || meaning === meanings.text
const isIndexed = (property: Property) => !isRaw(property)

function propertiesOf(name: string, value: DocumentValue): Property[] {
  if (!Array.isArray(value)) return [{ name, multiple: false, ...heldOf(value) }]
  if (value.length === 0) return [{ name, multiple: false, meaning: meanings.emptyList, value: {} }]
  return value.map((one: DocumentValue) => ({ name, multiple: true, ...heldOf(one) }))
}

function heldOf(value: DocumentValue): { meaning?: number; value: object } {
  if (value === null) return { value: {} }
  if (typeof value === 'boolean') return { value: { boolean_value: value } }
  if (typeof value === 'number')
    return {
      value: Number.isSafeInteger(value) && !Object.is(value, -0) ? whole(BigInt(value)) : { double_value: value },
    }
  if (typeof value === 'string')
    return {
      ...(Buffer.byteLength(value) > 1_500 ? { meaning: meanings.text } : {}),
      value: { string_value: Buffer.from(value) },
    }
  const tagged = tagOf(value)
  const { tag, content } = tagged ?? { tag: null, content: null }
  const text = typeof content === 'string' ? content : ''
  if (tag === '$time') return { meaning: meanings.time, value: whole(microsecondsOf(text)) }
  if (tag === '$int') return { value: whole(BigInt(text)) }
  if (tag === '$double') return { value: { double_value: Number(content) } }
  if (tag === '$bytes') return { meaning: meanings.bytes, value: { string_value: Buffer.from(text, 'base64') } }
  if (tag === '$ref') return { value: { referenceValue: referenceOf(text) } }
  if (tag === '$geo' && Array.isArray(content)) {
    return { meaning: meanings.point, value: { pointValue: { x: content[0], y: content[1] } } }
  }
  const map = tag === '$map' && isMap(content) ? content : value
  return { meaning: meanings.map, value: { string_value: entityBytes(map as DocumentMap, { app: '', path: {} }) } }
}

/** Splits a 64-bit number into halves, which the encoder takes without a library for long numbers. */
function whole(value: bigint): object {
  const bits = BigInt.asUintN(64, value)
  return { int64_value: { low: Number(BigInt.asIntN(32, bits)), high: Number(BigInt.asIntN(32, bits >> 32n)) } }
}

/** "2023-11-14T22:13:20.123456Z" → microseconds since 1970 */
function microsecondsOf(text: string): bigint {
  const [, second = '', fraction = ''] = /^(.+?)(?:\.(\d+))?Z$/.exec(text) ?? []
  return BigInt(Date.parse(`${second}Z`)) * 1_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6))
}

function elementsOf(path: string): object[] {
  const names = path.split('/')
  return names.flatMap((type, index) => {
    if (index % 2 !== 0) return []
    const name = names[index + 1] ?? ''
    const id = /^__id(\d+)__$/.exec(name)?.[1]
    return [{ type, ...(id ? { id: Number(id) } : { name }) }]
  })
}

const referenceOf = (path: string) => ({ app, pathElement: elementsOf(path) })

/** Encodes `<name>.overall_export_metadata` for outputs in `folder`: a record of one byte, then the counts. */
export function encodeCounts(folder: string, documents: number, bytes: number): Buffer {
  const file = `${folder}/all_namespaces_all_kinds.export_metadata`
  const counts = messages.counts.fromObject({ entry: [{ file, documents, bytes }] })
  return encodeLog([Buffer.from([8]), Buffer.from(messages.counts.encode(counts).finish())])
}

const blockBytes = 32_768
const headerBytes = 7
const parts = { full: 1, first: 2, middle: 3, last: 4 } as const

/** Encodes records as a LevelDB log, with zeros at the end of a block where no header fits. */
export function encodeLog(records: readonly Uint8Array[]): Buffer {
  const pieces: Buffer[] = []
  let at = 0
  for (const record of records) {
    let start = 0
    let isFirst = true
    for (let isLast = false; !isLast;) {
      const left = blockBytes - (at % blockBytes)
      if (left < headerBytes) pieces.push(Buffer.alloc(left))
      const room = left < headerBytes ? blockBytes : left
      const end = Math.min(record.length, start + room - headerBytes)
      isLast = end === record.length
      const [only, piece] = isFirst ? [parts.full, parts.first] : [parts.last, parts.middle]
      const part = encodeLogPart(isLast ? only : piece, record.subarray(start, end))
      pieces.push(part)
      at += part.length + (left < headerBytes ? left : 0)
      start = end
      isFirst = false
    }
  }
  return Buffer.concat(pieces)
}

/** Encodes one part of a record with its checksum. */
export function encodeLogPart(kind: number, part: Uint8Array): Buffer {
  const bytes = Buffer.alloc(headerBytes + part.length)
  bytes.writeUInt16LE(part.length, 4)
  bytes[6] = kind
  bytes.set(part, headerBytes)
  bytes.writeUInt32LE(maskedSum(bytes.subarray(6)), 0)
  return bytes
}

/** Returns the masked CRC-32C, bit by bit from its definition, so that an error in the reader's table shows. */
function maskedSum(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0x82f63b78 : sum >>> 1
  }
  sum = ~sum >>> 0
  return (((sum >>> 15) | (sum << 17)) + 0xa282ead8) >>> 0
}
