import { crc32, deflateSync } from 'node:zlib'

// Images made byte by byte: no library would write these.

export function chunk(type: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(body.length)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

/**
 * Builds a PNG with eight bits per channel. `rows` is the unpacked data's size in zero bytes, independent of the
 * header.
 */
export function pngOf(
  width: number,
  height: number,
  { type = 6, rows, extra }: { type?: number; rows: number; extra?: Buffer },
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, type, 0, 0, 0], 8)
  const signature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')
  const data = chunk('IDAT', deflateSync(Buffer.alloc(rows)))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    extra ?? Buffer.alloc(0),
    data,
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export const withChunk = (type: string, body: Buffer) => pngOf(64, 64, { rows: 257 * 64, extra: chunk(type, body) })

export function spliced(bytes: Buffer, at: number, ...parts: Buffer[]): Buffer {
  return Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)])
}

export function jpegHeader(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    frame,
    Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0, 0xff, 0xd9]),
  ])
}

export function webpHeader(width: number, height: number): Buffer {
  const body = Buffer.alloc(30)
  body.write('RIFF', 0, 'latin1')
  body.writeUInt32LE(22, 4)
  body.write('WEBPVP8X', 8, 'latin1')
  body.writeUInt32LE(10, 16)
  body.writeUIntLE(width - 1, 24, 3)
  body.writeUIntLE(height - 1, 27, 3)
  return body
}
