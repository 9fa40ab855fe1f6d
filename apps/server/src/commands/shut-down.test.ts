import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { shutDown } from './shut-down'

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
})
