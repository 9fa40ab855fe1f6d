import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { stopImportWork } from '@quaff/features/imports/server'
import type { WebhookCourier } from '@quaff/features/webhooks/server'
import type { JobRunner } from '@quaff/platform/server/jobs/job-runner'
import type { Readiness } from '../edge/health'
import type { OpenServices } from '../services'

type Running = { server: Server; jobs: JobRunner; courier?: WebhookCourier; opened: OpenServices; readiness: Readiness }

/** Requests under way get most of the ten seconds; what is left after that is cut, so that the lock is always released. */
const requestPatienceMs = 5_000
const patienceMs = 9_500
const idleCheckMs = 100
/** Balancers that ask `/readyz` once a second know by then. */
const leavingMs = 2_000

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
  await Promise.all([
    opened.stopLive().then(() => answerTheLast(server)),
    jobs.stop(requestPatienceMs),
    courier?.stop(),
    stopImportWork(opened.services),
  ])
  await opened.close()
}

/** A balancer needs a moment to learn of it; whoever comes meanwhile is answered, and the answer ends the connection. */
async function answerTheLast(server: Server): Promise<void> {
  await pause(leavingMs)
  // Also those whose last answer, a stream perhaps, ends only now: a browser would hold them for seconds.
  const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs)
  const cut = setTimeout(() => server.closeAllConnections(), requestPatienceMs)
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  clearTimeout(cut)
  clearInterval(idle)
}
