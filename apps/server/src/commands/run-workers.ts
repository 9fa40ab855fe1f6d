import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '@quaff/platform/server/ports'
import { deathCounter } from './death-counter'
import { longestStopMs, type StopTimes } from './stopping/stop-times'

/** Longer than a worker takes to cut its connections and exit. */
const spareMs = 1_500

/** Keeps `count` processes on one port; ends when all have ended. The first process answers nothing itself. */
export function runWorkers(count: number, log: Logger, times: StopTimes): void {
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

const running = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
