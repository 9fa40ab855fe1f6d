import { FormatError } from './errors.js'

const blockBytes = 32_768
const headerBytes = 7
/** A document has at most 1 MiB; indexes and names add to it. */
const longestRecord = 16 * 1_024 * 1_024
const parts = { full: 1, first: 2, middle: 3, last: 4 } as const

/**
 * Reads the records of a LevelDB log: blocks of 32 KiB with parts that have a checksum, a length and a kind.
 *
 * @throws FormatError with the offset if a part is damaged, cut off or out of order. A record is never returned in part.
 */
export async function* readLogRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let open: Buffer[] | null = null
  let openBytes = 0
  for await (const { block, offset } of blocksOf(chunks)) {
    let at = 0
    while (block.length - at >= headerBytes) {
      const length = block.readUInt16LE(at + 4)
      const kind = block[at + 6]
      // A writer may extend the file with zeros before it writes.
      if (kind === 0 && length === 0 && block.subarray(at).every((byte) => byte === 0)) break
      const start = at + headerBytes
      const place = offset + at
      if (start + length > block.length) throw new FormatError('cut_off', place)
      if (maskedCrc32c(block, at + 6, start + length) !== block.readUInt32LE(at))
        throw new FormatError('damaged', place)
      const part = block.subarray(start, start + length)
      at = start + length
      if (kind === parts.full || kind === parts.first) {
        if (open) throw new FormatError('out_of_order', place)
        if (kind === parts.full) yield part
        else [open, openBytes] = [[part], length]
        continue
      }
      if (!open || (kind !== parts.middle && kind !== parts.last)) throw new FormatError('out_of_order', place)
      openBytes += length
      if (openBytes > longestRecord) throw new FormatError('too_large', place)
      open.push(part)
      if (kind === parts.middle) continue
      yield Buffer.concat(open)
      open = null
    }
    if (block.subarray(at).some((byte) => byte !== 0))
      throw new FormatError(block.length < blockBytes ? 'cut_off' : 'damaged', offset + at)
  }
  if (open) throw new FormatError('cut_off', null)
}

/** Returns the blocks of the file; the last one may be shorter. No block changes after it was returned. */
async function* blocksOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<{ block: Buffer; offset: number }> {
  let rest: Buffer = Buffer.alloc(0)
  let offset = 0
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let used = 0
    for (; rest.length - used >= blockBytes; used += blockBytes) {
      yield { block: rest.subarray(used, used + blockBytes), offset }
      offset += blockBytes
    }
    rest = rest.subarray(used)
  }
  if (rest.length > 0) yield { block: rest, offset }
}

const polynomial = 0x82f63b78
const masked = 0xa282ead8

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ polynomial : remainder >>> 1
  return remainder
})

/** Returns the CRC-32C of the bytes from `start` to `end`, masked as LevelDB stores it. */
function maskedCrc32c(bytes: Uint8Array, start: number, end: number): number {
  let crc = 0xffffffff
  for (let index = start; index < end; index++) crc = (crc >>> 8) ^ (table[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0)
  crc = ~crc >>> 0
  return (((crc >>> 15) | (crc << 17)) + masked) >>> 0
}
