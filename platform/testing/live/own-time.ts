import { onTestFinished } from 'vitest'

const turnMs = 10

/**
 * Returns the milliseconds that this process was able to run: a late turn of the event loop counts as 10 ms. So
 * "within a second" also works on a busy machine.
 */
export function watchOwnTime(): () => number {
  let turns = 0
  const timer = setInterval(() => (turns += 1), turnMs)
  onTestFinished(() => clearInterval(timer))
  return () => turns * turnMs
}
