import { createAdaptorServer } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertInvitedUser } from '@quaff/features/sign-in/testing/invited-user-factory'
import { asAdmin } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from '../api'
import { buildServer } from '../build-server'

let services: TestServices
let server: ReturnType<typeof createAdaptorServer>
let origin = ''
beforeAll(async () => {
  services = await createTestServices()
  server = createAdaptorServer({ fetch: buildServer(services, { mount: (inner) => mountApi(inner, services) }).fetch })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

/** Returns headers that claim a different sender each time. */
const forged = (count: number) => {
  const address = `198.51.${Math.floor(count / 250)}.${(count % 250) + 1}`
  return {
    'x-forwarded-for': `${address}, 10.0.0.1`,
    'x-real-ip': address,
    forwarded: `for=${address}`,
    'x-client-ip': address,
    'cf-connecting-ip': address,
    'true-client-ip': address,
  }
}
async function post(path: string, body: unknown, headers: Record<string, string>) {
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
  const answer: unknown = await response.json()
  return { status: response.status, answer }
}
const check = (email: string, count: number) => post('/us-central1/checkUserExists', { data: { email } }, forged(count))

describe('anyone who forges where a request comes from', () => {
  it('checks ten addresses a minute of a thousand, and reads "Too many checks. Try again in a minute."', async () => {
    const codes: number[] = []
    for (let count = 0; count < 1_000; count += 1) {
      const { status, answer } = await check(`unknown${count}@example.test`, count)
      codes.push(status)
      if (status === 429)
        expect(answer).toEqual({
          error: { status: 'RESOURCE_EXHAUSTED', message: 'Too many attempts. Try again in a minute.' },
        })
    }
    expect(codes).toEqual([...Array(10).fill(200), ...Array(990).fill(429)])
    services.clock.advance(60_000)
    expect((await check('unknown@example.test', 1_000)).status).toBe(200)
  })

  it('§3 §4 learns the banner class of an account, and no name, role or merchant', async () => {
    services.clock.advance(60_000)
    const emails = ['unknown@example.test']
    for (const status of ['active', 'suspended', 'pending', 'pending_approval', 'rejected'])
      emails.push((await insertInvitedUser(services, { status })).email)
    for (const [count, email] of emails.entries())
      expect((await check(email, count)).answer).toMatchObject({
        result: { displayName: null, role: null, merchantIds: [] },
      })
  })

  it('guesses passwords of thirty accounts and no more', async () => {
    const codes: number[] = []
    for (let count = 0; count < 35; count += 1) {
      const { email } = await asAdmin(services, { password: 'correct horse 7' })
      const input = { json: { email, password: 'guess it' } }
      codes.push(
        (await post('/rpc/signIn/withPassword', input, { origin: 'http://127.0.0.1:3000', ...forged(count) })).status,
      )
    }
    expect(codes).toEqual([...Array(30).fill(401), ...Array(5).fill(429)])
  })
})
