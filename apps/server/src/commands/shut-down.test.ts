import { createAdaptorServer } from '@hono/node-server'
import { once } from 'node:events'
import { Agent, createServer, request, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { JobRunner } from '@quaff/platform/server/jobs/job-runner'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { buildServer } from '../build-server'
import { shutDown } from './shut-down'

const clients = 20

describe('a server that was told to stop', () => {
  it('says at once that it is not ready, answers until the balancer has looked away, and then nobody', async () => {
    const services = await createTestServices()
    const readiness = { accepting: true }
    const server = createServer((_, response) => response.end(readiness.accepting ? 'ready' : 'leaving'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const ask = async () => (await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } })).text()
    const closed: string[] = []
    const opened = {
      services,
      stopLive: () => Promise.resolve(void closed.push('live')),
      close: () => Promise.resolve(void closed.push('database')),
    }
    const jobs = { stop: () => Promise.resolve() }
    let lookAway: (value?: unknown) => void = () => {}
    const drained = new Promise((resolve) => (lookAway = resolve))
    const stopped = shutDown({ server, jobs, opened, readiness }, () => drained)
    expect([await ask(), await ask(), closed]).toEqual(['leaving', 'leaving', []])
    lookAway()
    await stopped
    expect(closed).toEqual(['live', 'database'])
    await expect(ask()).rejects.toThrow('fetch failed')
  })

  it('answers what is sent until a balancer that asks twice a second knows of it', async () => {
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
    const opened = { services, close: async () => {}, stopLive: services.stopLive }
    const jobs = new JobRunner(services, { handlers: {} })
    const stopped = shutDown({ server, jobs, opened, readiness }, () => wait(2_000))
    const before = seen.answered
    while ((await ask('/readyz')) === 200) await wait(500)
    over.abort()
    await Promise.all(working)
    await stopped
    expect([...seen.failed]).toEqual([])
    expect(seen.answered).toBeGreaterThan(before)
    await expect(ask('/readyz')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})
