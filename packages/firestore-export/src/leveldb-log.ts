import { maskedCrc32c } from './crc32c'
import { FormatError } from './errors'

const blockBytes = 32_768
const headerBytes = 7
/** A document has at most 1 MiB; its properties add some. */
const longestRecord = 16 * 1_024 * 1_024
const parts = { full: 1, first: 2, middle: 3, last: 4 } as const

/**
 * Records of a LevelDB log: blocks of 32 KiB, in each parts with a checksum, a length and a kind. Whatever is damaged, cut
 * off or out of order ends the reading with a `FormatError` that names the place: a record is whole, or it is not read.
 */
export async function* readLogRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let open: Buffer[] | null = null
  let openBytes = 0
  for await (const { block, offset } of blocksOf(chunks)) {
    let at = 0
    while (block.length - at >= headerBytes) {
      const length = block.readUInt16LE(at + 4)
      const kind = block[at + 6]
      // A block that was made longer before it was written: nothing but zeros.
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

/** Blocks of the file, the last one as long as it is; none is changed after it was handed out. */
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
