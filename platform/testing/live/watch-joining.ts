import { expect } from 'vitest'
import type { LiveBus } from '@quaff/platform/server/ports'

/**
 * Notes who follows the bus now; what it returns waits until somebody more does. A stream without an overlap tells nothing
 * of what is committed before that, and its greeting comes earlier.
 */
export function watchJoining(live: LiveBus): () => Promise<void> {
  const followers = (): unknown[] => [...Reflect.get(live, 'subscribers')]
  const before = new Set(followers())
  return async () => {
    await expect.poll(() => followers().some((one) => !before.has(one))).toBe(true)
  }
}
