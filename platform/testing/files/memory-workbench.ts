import type { Spool, Workbench } from '@quaff/platform/server'

/** Used by tests that are not about disks. */
export function memoryWorkbench(): Workbench & { received: Map<string, Buffer> } {
  const spools = new Map<string, Spool>()
  const received = new Map<string, Buffer>()
  return {
    received,
    spool(name) {
      const known = spools.get(name) ?? memorySpool()
      spools.set(name, known)
      return known
    },
    async receive(name, fileName, chunks) {
      const pieces: Uint8Array[] = []
      for await (const chunk of chunks) pieces.push(chunk)
      const bytes = Buffer.concat(pieces)
      received.set(name, bytes)
      return {
        list: async () => [{ path: fileName, bytes: bytes.length }],
        async *open(_path, part) {
          yield part ? bytes.subarray(part.start, part.start + part.length) : bytes
        },
      }
    },
    discard: async (name) => void received.delete(name),
  }
}

/** A spool without a disk. */
function memorySpool(): Spool {
  const lines = new Map<string, string[]>()
  let isClosed = false
  return {
    clear: async () => lines.clear(),
    add: async (name, line) => void lines.set(name, [...(lines.get(name) ?? []), line]),
    close: async () => void (isClosed = true),
    isWhole: async () => isClosed,
    async *lines(name) {
      yield* lines.get(name) ?? []
    },
    remove: async () => {
      lines.clear()
      isClosed = false
    },
  }
}
