const smallestPart = 16 * 1_048_576
/** A bucket takes 10,000; what is compressed badly becomes larger than it was. */
const mostParts = 9_000

/** All of one size but the last, as some services want it. What is yielded is overwritten by the next one. */
export async function* inParts(
  chunks: AsyncIterable<Uint8Array>,
  atMostBytes: number,
  partBytes = Math.max(smallestPart, Math.ceil(atMostBytes / mostParts)),
): AsyncGenerator<Uint8Array> {
  const part = Buffer.allocUnsafe(partBytes)
  let filled = 0
  for await (const chunk of chunks) {
    let from = 0
    while (from < chunk.length) {
      const taken = Math.min(chunk.length - from, partBytes - filled)
      part.set(chunk.subarray(from, from + taken), filled)
      filled += taken
      from += taken
      if (filled < partBytes) continue
      yield part
      filled = 0
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
}
