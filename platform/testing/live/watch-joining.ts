import { expect } from 'vitest'
import type { LiveBus } from '@quaff/platform/server'

/**
 * Records the current subscribers; the returned function waits for a new one. A stream without an overlap misses
 * earlier commits, and its greeting comes earlier.
 */
export function watchJoining(live: LiveBus): () => Promise<void> {
  const followers = (): unknown[] => [...Reflect.get(live, 'subscribers')]
  const before = new Set(followers())
  return async () => {
    await expect.poll(() => followers().some((one) => !before.has(one))).toBe(true)
  }
}
