import { FormatError } from './errors.js'

const groups = { start: 3, end: 4 } as const

/** One field of a protocol-buffer message. Bytes are a view of the record. */
export type WireField =
  | { number: number; kind: 'varint'; value: number | bigint }
  | { number: number; kind: 'double'; value: number }
  | { number: number; kind: 'bytes'; value: Buffer }
  | { number: number; kind: 'group'; value: WireField[] }

/**
 * Returns all fields of a message in their order, also unknown ones.
 *
 * @throws FormatError if the bytes are not a message.
 */
export function readMessage(bytes: Buffer): WireField[] {
  return readFields({ bytes, at: 0 }, null, 0)
}

type Cursor = { bytes: Buffer; at: number }
const deepestGroup = 8

function readFields(cursor: Cursor, group: number | null, depth: number): WireField[] {
  if (depth > deepestGroup) throw new FormatError('damaged', null)
  const fields: WireField[] = []
  while (cursor.at < cursor.bytes.length) {
    const tag = Number(readVarint(cursor))
    const [number, type] = [Math.floor(tag / 8), tag % 8]
    if (type === groups.end) {
      if (number !== group) throw new FormatError('damaged', null)
      return fields
    }
    fields.push(readField(cursor, number, type, depth))
  }
  if (group !== null) throw new FormatError('damaged', null)
  return fields
}

function readField(cursor: Cursor, number: number, type: number, depth: number): WireField {
  if (type === 0) return { number, kind: 'varint', value: readVarint(cursor) }
  if (type === 1) return { number, kind: 'double', value: take(cursor, 8).readDoubleLE(0) }
  if (type === 2) return { number, kind: 'bytes', value: take(cursor, Number(readVarint(cursor))) }
  if (type === groups.start) return { number, kind: 'group', value: readFields(cursor, number, depth + 1) }
  if (type === 5) return { number, kind: 'bytes', value: take(cursor, 4) }
  throw new FormatError('damaged', null)
}

function take(cursor: Cursor, length: number): Buffer {
  const taken = cursor.bytes.subarray(cursor.at, cursor.at + length)
  if (taken.length !== length) throw new FormatError('damaged', null)
  // Advances by the bytes that exist: a negative length would loop forever.
  cursor.at += taken.length
  return taken
}

/** Returns a signed 64-bit number, as a bigint only if a double can't hold it. */
function readVarint(cursor: Cursor): number | bigint {
  let low = 0
  let factor = 1
  for (let index = 0; index < 7; index++) {
    const byte = nextByte(cursor)
    low += (byte & 0x7f) * factor
    if (byte < 0x80) return low
    factor *= 128
  }
  let high = 0n
  for (let shift = 49n; shift < 70n; shift += 7n) {
    const byte = nextByte(cursor)
    high |= BigInt(byte & 0x7f) << shift
    if (byte < 0x80) return narrowed(BigInt.asIntN(64, high | BigInt(low)))
  }
  throw new FormatError('damaged', null)
}

function nextByte(cursor: Cursor): number {
  const byte = cursor.bytes[cursor.at]
  if (byte === undefined) throw new FormatError('damaged', null)
  cursor.at += 1
  return byte
}

const narrowed = (value: bigint) => (Number.isSafeInteger(Number(value)) ? Number(value) : value)
