import type { FileStore } from '@quaff/platform/server'

/** Used by tests that are not about files; the adapters have their own tests. */
export function memoryFiles(): FileStore & { contents: Map<string, Uint8Array> } {
  const contents = new Map<string, Uint8Array>()
  return {
    contents,
    put: async (key, bytes) => void contents.set(key, bytes),
    get: async (key) => contents.get(key) ?? null,
    remove: async (key) => void contents.delete(key),
    check: async () => undefined,
  }
}
