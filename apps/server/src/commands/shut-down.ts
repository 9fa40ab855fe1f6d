import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { stopImportWork } from '@quaff/features/imports/server'
import type { WebhookCourier } from '@quaff/features/webhooks/server'
import type { JobRunner } from '@quaff/platform/server/job-runner'
import type { Readiness } from '../edge/health'
import type { OpenServices } from '../services'

type Running = {
  server: Server
  jobs: Pick<JobRunner, 'stop'>
  courier?: WebhookCourier
  opened: Pick<OpenServices, 'services' | 'stopLive' | 'close'>
  readiness: Readiness
}

const idleCheckMs = 100

export function shutDownOnSignal(running: Running, { drainMs, stopMs }: StopTimes) {
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

/**
 * `drainMs`: how long a stopping server reports "not ready" but still answers, until load balancers notice. `stopMs`:
 * how long requests and jobs in progress may take after that.
 */
export type StopTimes = { drainMs: number; stopMs: number }

/** The database is closed and its lock released; on a busy machine that takes a moment. */
const closingMs = 3_500

/** The process ends itself after this time. A supervisor must wait longer before it kills. */
export const longestStopMs = ({ drainMs, stopMs }: StopTimes) => drainMs + stopMs + closingMs

/** A new connection may have sent data that has not been read yet. */
const freshMs = 400

/**
 * Closes connections that nothing was ever sent on, as browsers keep them ready: for Node they are at work, and would hold a
 * stop for all of its patience. From when the server is given, it knows them; `close` may be called again and again.
 */
function watchUnused(server: Server): { close(): void } {
  const openedAt = new Map<Socket, number>()
  server.on('connection', (socket: Socket) => {
    openedAt.set(socket, performance.now())
    socket.once('close', () => openedAt.delete(socket))
  })
  return {
    close() {
      const now = performance.now()
      for (const [socket, since] of openedAt) {
        if (socket.bytesRead > 0) openedAt.delete(socket)
        else if (now - since >= freshMs) socket.destroy()
      }
    },
  }
}
