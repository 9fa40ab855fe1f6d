import { createAdaptorServer } from '@hono/node-server'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { buildServer } from '../build-server'

let origin: string
let aborted = false
let server: ReturnType<typeof createAdaptorServer>

beforeAll(async () => {
  const services = await createTestServices()
  const app = buildServer(services, {
    mount: (inner) => {
      inner.post('/rpc/echo', async (c) => c.json({ got: await c.req.json(), network: c.get('request').network }))
      inner.post('/rpc/wait', (c) => {
        c.get('request').signal?.addEventListener('abort', () => (aborted = true))
        return new Response(
          new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('hello')) }),
        )
      })
    },
  })
  server = createAdaptorServer({ fetch: app.fetch })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

const post = (path: string, signal?: AbortSignal) =>
  fetch(`${origin}${path}`, {
    method: 'POST',
    body: '{"json":1}',
    headers: { 'content-type': 'application/json' },
    signal,
  })

describe('over a real connection', () => {
  it('the body that the guard has read is still there', async () => {
    expect(await (await post('/rpc/echo')).json()).toEqual({ got: { json: 1 }, network: '127.0.0.1' })
  })

  it('a stream learns that its reader has gone', async () => {
    const reader = new AbortController()
    const answer = await post('/rpc/wait', reader.signal)
    expect(new TextDecoder().decode((await answer.body?.getReader().read())?.value)).toBe('hello')
    reader.abort()
    await expect.poll(() => aborted).toBe(true)
  })

  it('metrics are for this machine, not for who comes through a proxy on it', async () => {
    expect(await (await fetch(`${origin}/metrics`)).text()).toContain('http_requests_total')
    const byProxy = await fetch(`${origin}/metrics`, { headers: { 'x-real-ip': '198.51.100.1' } })
    expect(await byProxy.text()).not.toContain('http_requests_total')
    const proxied = await fetch(`${origin}/metrics`, { headers: { 'x-forwarded-for': '198.51.100.1' } })
    expect(await proxied.text()).not.toContain('http_requests_total')
  })
})
