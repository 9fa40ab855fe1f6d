import { createAdaptorServer } from '@hono/node-server'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { sessionsContract } from '@quaff/features/sessions/contract'
import { countStreams } from '@quaff/features/sessions/server'
import { inTransaction, publishLive } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from '../api'
import { buildServer } from '../build-server'

let services: TestServices
let app: ReturnType<typeof buildServer>
let server: ReturnType<typeof createAdaptorServer>
let origin: string
let headers: Record<string, string>
let leaving: AbortController
beforeEach(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (inner) => mountApi(inner, services) })
  server = createAdaptorServer({ fetch: app.fetch })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { sessionId } = await asAdmin(services)
  headers = { 'content-type': 'application/json', authorization: `Bearer ${sessionId}` }
  leaving = new AbortController()
})
afterEach(() => {
  leaving.abort()
  server.close()
})

const ask = () => fetch(`${origin}/rpc/sessions/live`, { method: 'POST', body: '{}', headers, signal: leaving.signal })
const askTypedApi = () => fetch(`${origin}/api/live`, { headers, signal: leaving.signal })
const publish = (...subjects: string[]) =>
  inTransaction(services, (tx) =>
    publishLive(tx, ...subjects.map((subjectId) => ({ topic: 'merchant' as const, subjectId }))),
  )
const listeners = () => countStreams(services.live)

it("a listening console receives events in its client's format", async () => {
  const client: ContractRouterClient<{ sessions: typeof sessionsContract }> = createORPCClient(
    new RPCLink({ url: `${origin}/rpc`, headers }),
  )
  const messages = await client.sessions.live({ agoMs: 30_000 }, { signal: leaving.signal })
  expect((await messages.next()).value).toEqual({ kind: 'hello', version: 'test' })
  await publish('mer_1')
  const told = { kind: 'event', topic: 'merchant', subjectId: 'mer_1', merchantId: null }
  expect((await messages.next()).value).toEqual(told)
})

it('the typed API tells the same, and both answer under the headers of every answer', async () => {
  for (const answer of [await ask(), await askTypedApi()]) {
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^req_/),
    })
  }
  await expect.poll(listeners).toBe(2)
})

it('a reader that has gone gives its place back, before its first word or after it', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask()))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect([(await ask()).status, listeners()]).toEqual([429, 20])
  leaving.abort()
  await expect.poll(listeners).toBe(0)
  leaving = new AbortController()
  const hasty = ask()
  leaving.abort()
  await expect(hasty).rejects.toThrow('abort')
  leaving = new AbortController()
  expect((await ask()).status).toBe(200)
  await expect.poll(listeners).toBe(1)
})

it('a server that stops ends every stream whole, and its places are free', async () => {
  const answers = await Promise.all([ask(), ask()])
  const texts = Promise.all(answers.map((answer) => answer.text()))
  await expect.poll(listeners).toBe(2)
  await services.stopLive()
  for (const text of await texts) expect(text).toContain('"kind":"hello"')
  expect(listeners()).toBe(0)
})

it('a reader that falls too far behind receives one resync', async () => {
  const answer = await app.request('/rpc/sessions/live', { method: 'POST', body: '{"json":{"agoMs":0}}', headers })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('hello')) text += (await reader?.read())?.value
  const requested = async () => {
    await publish('mer_joined')
    return listeners()
  }
  await expect.poll(requested).toBe(1)
  for (let round = 0; round < 3; round += 1)
    await publish(...Array.from({ length: 900 }, (_, number) => `mer_${round}_${number}`))
  services.live.wake()
  while (!text.includes('resync')) text += (await reader?.read())?.value
  expect(text.split('mer_').length).toBeLessThan(1_100)
  await publish('mer_after')
  while (!text.includes('mer_after')) text += (await reader?.read())?.value
  await reader?.cancel()
  expect(listeners()).toBe(0)
})
