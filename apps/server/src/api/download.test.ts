import type { Hono } from 'hono'
import { inspect } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertUsers } from '@quaff/features/users/testing/user-factory'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from '../api'
import { buildServer } from '../build-server'
import type { Env } from '../edge/env'
import { download } from './download'

let services: TestServices
let app: Hono<Env>
let admin: UserActor
beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (inner) => mountApi(inner, services) })
  admin = await asAdmin(services)
})

async function call(sessionId: string, path: string, input: object = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${sessionId}` }
  const answer = await app.request(path, { method: 'POST', headers, body: JSON.stringify(input) })
  expect([path, answer.status]).toEqual([path, 200])
  return answer
}

async function* endless(everyMs: number): AsyncGenerator<string> {
  for (;;) {
    yield 'a row\r\n'
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

/** Returns the milliseconds until the download breaks off. A paused reader requests nothing during the pause. */
async function endOf(body: ReadableStream<Uint8Array> | null, pauseMs = 0): Promise<number> {
  const started = performance.now()
  const reader = body?.getReader()
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
  await expect(async () => {
    while (!(await reader?.read())?.done);
  }).rejects.toThrow('was interrupted')
  const cuts = services.log.lines.filter(({ event }) => event === 'download_cut')
  expect(cuts.at(-1)?.details).toMatchObject({ reason: 'SIGNED_OUT' })
  return performance.now() - started
}

type Step = [string, (target: UserActor) => Promise<unknown>]
const steps: Step[] = [
  ['a suspension', ({ userId }) => call(admin.sessionId, '/rpc/users/suspend', { json: { userId, version: 1 } })],
  [
    'a demotion',
    async ({ userId }) => {
      const merchantIds = [(await insertMerchant(services)).id]
      const json = { userId, version: 1, role: 'merchant_viewer', merchantIds }
      await call(admin.sessionId, '/rpc/users/updateRole', { json })
    },
  ],
  ['a sign-out', ({ sessionId }) => call(sessionId, '/rpc/sessions/signOut', { json: {} })],
]

it.each(steps)('a running download ends within a second of %s', async (_, act) => {
  const reader = await asAdmin(services)
  const file = { fileName: 'a.csv', contentType: 'text/csv', chunks: endless(20) }
  const { body } = download(contextAs(services, reader), file)
  await act(reader)
  expect(await endOf(body)).toBeLessThan(1_000)
})

it('so does one of which a merchant was taken away, with the session still good', async () => {
  const merchants = [(await insertMerchant(services)).id, 'another']
  const reader = await asOwner(services, merchants.slice(0, 1))
  const before: UserActor = { ...reader, merchantIds: merchants }
  const { body } = download(contextAs(services, before), { fileName: 'a', contentType: 'a', chunks: endless(20) })
  expect(await endOf(body)).toBeLessThan(1_000)
})

it('an export that no one reads on keeps nothing for later', async () => {
  await insertUsers(
    services,
    Array.from({ length: 1_500 }, () => ({})),
  )
  const reader = await asAdmin(services)
  const { body } = await call(reader.sessionId, '/api/files/users-export', { format: 'csv' })
  await call(reader.sessionId, '/rpc/sessions/signOut', { json: {} })
  await endOf(body, 1_000)
})

it('goes on for whom nothing changes, and lets go of the query when the reader leaves', async () => {
  let isLeft = false
  async function* rows(): AsyncGenerator<string> {
    try {
      yield* endless(20)
    } finally {
      isLeft = true
    }
  }
  const { body } = download(contextAs(services, admin), { fileName: 'a', contentType: 'a', chunks: rows() })
  const reader = body?.getReader()
  const until = performance.now() + 1_300
  while (performance.now() < until) expect((await reader?.read())?.done).toBe(false)
  await reader?.cancel()
  expect(isLeft).toBe(true)
})

it.each([
  ['warn', 'download_cut', Object.assign(new Error('away'), { code: 'ECONNREFUSED' })],
  ['error', 'request_failed', new TypeError('a defect')],
])('one that breaks off says why in the log: %s', async (level, event, error) => {
  async function* rows(): AsyncGenerator<string> {
    yield 'a row\r\n'
    await Promise.reject(error)
  }
  const ctx = contextAs(services, admin)
  const { body } = download(ctx, { fileName: 'a.csv', contentType: 'text/csv', chunks: rows() })
  const seen: unknown = await new Response(body).text().catch((broken: unknown) => broken)
  expect(inspect(seen)).toContain('A download was interrupted')
  expect(inspect(seen)).not.toContain(error.message)
  const told = services.log.lines.at(-1)
  expect(told).toMatchObject({ level, event, details: { requestId: ctx.request.requestId } })
  if (level === 'warn') expect(told?.details).toMatchObject({ reason: 'DATABASE' })
})

it('one that ends with the rights of its reader says so in the log, once', async () => {
  const reader = await asAdmin(services)
  const before = services.log.lines.length
  const file = { fileName: 'a.csv', contentType: 'text/csv', chunks: endless(20) }
  const { body } = download(contextAs(services, reader), file)
  await call(reader.sessionId, '/rpc/sessions/signOut', { json: {} })
  await endOf(body)
  const told = services.log.lines.slice(before).filter(({ level }) => level === 'warn' || level === 'error')
  expect(told).toMatchObject([{ event: 'download_cut', details: { reason: 'SIGNED_OUT' } }])
})
