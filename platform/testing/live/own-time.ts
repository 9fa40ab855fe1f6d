import { onTestFinished } from 'vitest'

const turnMs = 10

/**
 * How many milliseconds have passed since, as far as this process was let run: a turn of its loop that comes late counts
 * as one of 10 ms. So "within a second" holds on a busy machine, too.
 */
export function watchOwnTime(): () => number {
  let turns = 0
  const timer = setInterval(() => (turns += 1), turnMs)
  onTestFinished(() => clearInterval(timer))
  return () => turns * turnMs
}
