const polynomial = 0x82f63b78
const masked = 0xa282ead8

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ polynomial : remainder >>> 1
  return remainder
})

/** CRC-32C of the bytes from `start` to `end`, masked as the log stores it: a checksum of checksums would be weak. */
export function maskedCrc32c(bytes: Uint8Array, start: number, end: number): number {
  let crc = 0xffffffff
  for (let index = start; index < end; index++) crc = (crc >>> 8) ^ (table[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0)
  crc = ~crc >>> 0
  return (((crc >>> 15) | (crc << 17)) + masked) >>> 0
}
