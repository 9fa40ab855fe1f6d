import type { Clock } from '@quaff/platform/server'

export type FixedClock = Clock & { set(at: Date | string): void; advance(milliseconds: number): void }

/** Constant until advanced. */
export function fixedClock(start: Date | string = '2026-03-10T12:00:00.000Z'): FixedClock {
  let now = new Date(start)
  return {
    now: () => new Date(now),
    set: (at) => void (now = new Date(at)),
    advance: (milliseconds) => void (now = new Date(now.getTime() + milliseconds)),
  }
}
