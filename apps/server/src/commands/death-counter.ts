/** A process that lived this long had started; its death says nothing about the next start. */
const shortLifeMs = 10_000
const firstPauseMs = 250
const longestPauseMs = 10_000
const triesEach = 5

export type NextStart = { isHopeless: boolean; pauseMs: number }

/** Counts short lives in a row over all workers: each makes the pause longer, five for each worker are the end. */
export function deathCounter(workers: number) {
  let inARow = 0
  return {
    next(livedMs: number): NextStart {
      inARow = livedMs < shortLifeMs ? inARow + 1 : 0
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.max(0, inARow - 1))
      return { isHopeless: inARow >= triesEach * workers, pauseMs }
    },
  }
}
