import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { stopImportWork } from '@quaff/features/imports/server'
import type { WebhookCourier } from '@quaff/features/webhooks/server'
import type { JobRunner } from '@quaff/platform/server/jobs/job-runner'
import type { Readiness } from '../edge/watching/health'
import type { OpenServices } from '../services'

type Running = {
  server: Server
  jobs: Pick<JobRunner, 'stop'>
  courier?: WebhookCourier
  opened: Pick<OpenServices, 'services' | 'stopLive' | 'close'>
  readiness: Readiness
}

/** Requests under way get most of the ten seconds; what is left after that is cut, so that the lock is always released. */
const requestPatienceMs = 6_000
const patienceMs = 9_500
const idleCheckMs = 100

/** `drainMs`: how long it says that it is not ready, and answers all the same: a balancer needs a moment to learn of it. */
export function shutDownOnSignal(running: Running, drainMs: number): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), drainMs + patienceMs).unref()
    shutDown(running, () => pause(drainMs)).then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** What is no request stops at once; whoever is listened to or listens goes once the drain is over. */
export async function shutDown(
  { server, jobs, courier, opened, readiness }: Running,
  drain: () => Promise<unknown>,
): Promise<void> {
  readiness.accepting = false
  const work = Promise.all([jobs.stop(requestPatienceMs), courier?.stop(), stopImportWork(opened.services)])
  await drain()
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  await opened.stopLive()
  // Also those whose last answer, a stream perhaps, ends only now: a browser would hold them for seconds.
  const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs)
  const cut = setTimeout(() => server.closeAllConnections(), requestPatienceMs)
  await Promise.all([closed, work])
  clearTimeout(cut)
  clearInterval(idle)
  await opened.close()
}
