import cluster from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '@quaff/platform/server'
import { longestStopMs, type StopTimes } from './shut-down'

/** Longer than a worker takes to cut its connections and exit. */
const spareMs = 1_500

/** Keeps `count` processes on one port; ends when all have ended. The first process answers nothing itself. */
export function runWorkers(count: number, log: Logger, times: StopTimes) {
  // They share the port itself: a connection that this process has handed to a dying worker would wait for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const deaths = deathCounter(count)
  let stopping = false
  let code = 0

  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(
      () => {
        for (const worker of running()) worker.process.kill('SIGKILL')
        process.exit(1)
      },
      longestStopMs(times) + spareMs,
    ).unref()
    for (const worker of running()) worker.process.kill('SIGTERM')
    leaveWhenEmpty()
  }
  const leaveWhenEmpty = () => {
    if (stopping && running().length === 0) process.exit(code)
  }
  const start = () => {
    const startedAt = performance.now()
    const worker = cluster.fork()
    worker.once('exit', (exitCode, signal) => {
      if (stopping) {
        // A worker that was still starting has nothing to finish and exits by the signal.
        if (exitCode !== 0 && signal !== 'SIGTERM') code = 1
        leaveWhenEmpty()
        return
      }
      log.error('worker_died', { worker: worker.id, code: exitCode, signal })
      const { isHopeless, pauseMs } = deaths.next(performance.now() - startedAt)
      if (isHopeless) {
        process.stderr.write('Workers keep stopping right after they start. The server is stopping too.\n')
        code = 1
        stop()
        return
      }
      void pause(pauseMs).then(() => {
        if (!stopping) start()
      })
    })
  }

  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  for (let index = 0; index < count; index += 1) start()
}

const running = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)

/** A process that lived this long had started; its death says nothing about the next start. */
const shortLifeMs = 10_000
const firstPauseMs = 250
const longestPauseMs = 10_000
const triesEach = 5

type NextStart = { isHopeless: boolean; pauseMs: number }

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
