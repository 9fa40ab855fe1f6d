import { createAdaptorServer } from '@hono/node-server'
import { once } from 'node:events'
import { Agent, createServer, request, Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { JobRunner } from '@quaff/platform/server/job-runner'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { buildServer } from '../build-server'
import { prepareShutDown } from './shut-down'

const clients = 20
/** The default. */
const stopMs = 20_000

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return port
}

/** A server that answers each request after `delayMs`. */
async function serveSlowly({ delayMs, patienceMs }: { delayMs: number; patienceMs: number }) {
  const services = await createTestServices()
  const server = createServer((_, response) => void wait(delayMs).then(() => response.end('poured')))
  const opened = { services, stopLive: services.stopLive, close: () => Promise.resolve() }
  const jobs = new JobRunner(services, { handlers: {} })
  const shutDown = prepareShutDown({ server, jobs, opened, readiness: { accepting: true } }, patienceMs)
  return { server, port: await listen(server), stop: () => shutDown(() => Promise.resolve()) }
}

async function connectTo(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Returns the milliseconds that `work` takes. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

describe('a server that received the stop signal', () => {
  it('reports not ready immediately, answers until the load balancer has drained, then closes', async () => {
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
    const stopped = prepareShutDown({ server, jobs, opened, readiness }, stopMs)(() => drained)
    expect([await ask(), await ask(), closed]).toEqual(['leaving', 'leaving', []])
    lookAway()
    await stopped
    expect(closed).toEqual(['live', 'database'])
    await expect(ask()).rejects.toThrow('fetch failed')
  })

  it('answers requests until a load balancer that polls twice a second notices', async () => {
    const services = await createTestServices()
    const readiness = { accepting: true }
    const app = buildServer(services, {
      readiness,
      mount: (inner) => inner.get('/api/slow', async (c) => (await wait(5), c.json({ poured: true }))),
    })
    const server = createAdaptorServer({ fetch: app.fetch })
    if (!(server instanceof Server)) throw new Error('Expected an HTTP/1 server')
    const opened = { services, close: async () => {}, stopLive: services.stopLive }
    const jobs = new JobRunner(services, { handlers: {} })
    const shutDown = prepareShutDown({ server, jobs, opened, readiness }, stopMs)
    const port = await listen(server)
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
    const stopped = shutDown(() => wait(2_000))
    const before = seen.answered
    while ((await ask('/readyz')) === 200) await wait(500)
    over.abort()
    await Promise.all(working)
    await stopped
    expect([...seen.failed]).toEqual([])
    expect(seen.answered).toBeGreaterThan(before)
    await expect(ask('/readyz')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
  it('answers what is under way for longer than the six seconds that it once had', { timeout: 30_000 }, async () => {
    const { server, port, stop } = await serveSlowly({ delayMs: 6_500, patienceMs: stopMs })
    const answer = fetch(`http://127.0.0.1:${port}`).then((response) => response.text())
    await once(server, 'request')
    const stopped = stop()
    expect(await answer).toBe('poured')
    await stopped
  })

  it('cuts what is still under way after the time that it was given', { timeout: 30_000 }, async () => {
    const { server, port, stop } = await serveSlowly({ delayMs: 3_000, patienceMs: 300 })
    const answer = fetch(`http://127.0.0.1:${port}`).then(
      () => 'answered',
      () => 'cut',
    )
    await once(server, 'request')
    await stop()
    expect(await answer).toBe('cut')
  })

  it('waits for no one who sends nothing: neither on a kept connection nor on one that was never used', async () => {
    const { server, port, stop } = await serveSlowly({ delayMs: 0, patienceMs: stopMs })
    const used = await connectTo(port)
    used.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n')
    await once(used, 'data')
    const known = once(server, 'connection')
    await connectTo(port)
    await known
    expect(await timeOf(stop)).toBeLessThan(5_000)
  })

  it('reads what is sent on a connection that was opened a moment ago', async () => {
    const { server, port, stop } = await serveSlowly({ delayMs: 0, patienceMs: stopMs })
    const known = once(server, 'connection')
    const socket = await connectTo(port)
    await known
    const stopped = stop()
    await wait(100)
    socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n')
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 /)
    await stopped
  })
})
