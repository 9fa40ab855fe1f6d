import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

const chunkBytes = 1_048_576

type HashOptions = { sync?: boolean; signal?: AbortSignal }

export async function hashFile(path: string, { sync = false, signal }: HashOptions = {}): Promise<string> {
  const file = await open(path, 'r')
  try {
    const hash = createHash('sha256')
    // Most files of a database are small, and there are more than a thousand.
    const { size } = await file.stat()
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, size + 1))
    for (;;) {
      signal?.throwIfAborted()
      const { bytesRead } = await file.read(buffer, 0, buffer.length, null)
      if (bytesRead === 0) break
      hash.update(buffer.subarray(0, bytesRead))
    }
    if (sync) await file.sync()
    return hash.digest('hex')
  } finally {
    await file.close()
  }
}
