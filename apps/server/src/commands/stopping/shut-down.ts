import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { stopImportWork } from '@quaff/features/imports/server'
import type { WebhookCourier } from '@quaff/features/webhooks/server'
import type { JobRunner } from '@quaff/platform/server/job-runner'
import type { Readiness } from '../../edge/watching/health'
import type { OpenServices } from '../../services'
import { longestStopMs, type StopTimes } from './stop-times'
import { watchUnused } from './unused-connections'

type Running = {
  server: Server
  jobs: Pick<JobRunner, 'stop'>
  courier?: WebhookCourier
  opened: Pick<OpenServices, 'services' | 'stopLive' | 'close'>
  readiness: Readiness
}

const idleCheckMs = 100

export function shutDownOnSignal(running: Running, { drainMs, stopMs }: StopTimes): void {
  const shutDown = prepareShutDown(running, stopMs)
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), longestStopMs({ drainMs, stopMs })).unref()
    shutDown(() => pause(drainMs)).then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/**
 * Call it before the server listens; returns the function that stops it. New work stops immediately; idle and
 * streaming connections end after the drain. Requests in progress have `stopMs` and are then cut, so that the lock is
 * always released.
 */
export function prepareShutDown({ server, jobs, courier, opened, readiness }: Running, stopMs: number) {
  const unused = watchUnused(server)
  return async (drain: () => Promise<unknown>): Promise<void> => {
    readiness.accepting = false
    const work = Promise.all([jobs.stop(stopMs), courier?.stop(), stopImportWork(opened.services)])
    await drain()
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
    await opened.stopLive()
    // Includes connections whose last response, such as a stream, ends only now: a browser would keep them open for
    // seconds.
    const idle = setInterval(() => {
      server.closeIdleConnections()
      unused.close()
    }, idleCheckMs)
    const cut = setTimeout(() => server.closeAllConnections(), stopMs)
    await Promise.all([closed, work])
    clearTimeout(cut)
    clearInterval(idle)
    await opened.close()
  }
}
