import type { Server } from 'node:http'
import { stopImportWork } from '@quaff/features/imports/server'
import type { WebhookCourier } from '@quaff/features/webhooks/server'
import type { JobRunner } from '@quaff/platform/server/jobs/job-runner'
import type { Readiness } from '../edge/health'
import type { OpenServices } from '../services'

type Running = { server: Server; jobs: JobRunner; courier?: WebhookCourier; opened: OpenServices; readiness: Readiness }

/** Requests under way get most of the ten seconds; what is left after that is cut, so that the lock is always released. */
const requestPatienceMs = 6_000
const patienceMs = 9_500
const idleCheckMs = 100

export function shutDownOnSignal(running: Running): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), patienceMs).unref()
    shutDown(running).then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

export async function shutDown({ server, jobs, courier, opened, readiness }: Running): Promise<void> {
  readiness.accepting = false
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  await opened.stopLive()
  // Also those whose last answer, a stream perhaps, ends only now: a browser would hold them for seconds.
  const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs)
  const cut = setTimeout(() => server.closeAllConnections(), requestPatienceMs)
  await Promise.all([closed, jobs.stop(requestPatienceMs), courier?.stop(), stopImportWork(opened.services)])
  clearTimeout(cut)
  clearInterval(idle)
  await opened.close()
}
