import { createAdaptorServer } from '@hono/node-server'
import { once } from 'node:events'
import { Agent, request, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { JobRunner } from '@quaff/platform/server/jobs/job-runner'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { buildServer } from '../build-server'
import { shutDown } from './shut-down'

const clients = 20

it('a stop answers what is sent until a balancer that asks twice a second knows of it', async () => {
  const services = await createTestServices()
  const readiness = { accepting: true }
  const app = buildServer(services, {
    readiness,
    mount: (inner) => inner.get('/api/slow', async (c) => (await wait(5), c.json({ poured: true }))),
  })
  const server = createAdaptorServer({ fetch: app.fetch })
  if (!(server instanceof Server)) throw new Error('An HTTP/1 server was expected')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const over = new AbortController()
  const seen = { answered: 0, failed: new Set<string>() }
  const ask = (path: string, agent?: Agent) =>
    new Promise<number>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, agent }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
      })
      sent.on('error', reject).end()
    })
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    while (!over.signal.aborted)
      await ask('/api/slow', agent).then(
        (status) => (status === 200 ? (seen.answered += 1) : seen.failed.add(String(status))),
        (error: unknown) => seen.failed.add(String(error)),
      )
  }
  const working = Array.from({ length: clients }, client)
  await expect.poll(() => seen.answered, { timeout: 15_000 }).toBeGreaterThan(0)
  const opened = {
    services,
    pool: services.db.$client,
    direct: services.db.$client,
    close: async () => {},
    stopLive: services.stopLive,
  }
  const mailer = { send: async () => {} }
  const stopped = shutDown({
    server,
    jobs: new JobRunner(services, { handlers: {} }),
    opened: { ...opened, mailer },
    readiness,
  })
  const before = seen.answered
  while ((await ask('/readyz')) === 200) await wait(500)
  over.abort()
  await Promise.all(working)
  await stopped
  expect([...seen.failed]).toEqual([])
  expect(seen.answered).toBeGreaterThan(before)
  await expect(ask('/readyz')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
