import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { resolveActor } from '@quaff/features/sessions/server'
import {
  demandSecondFactor,
  insertSecondFactor,
  insertSecondStep,
} from '@quaff/features/sign-in/testing/second-factor-factory'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'
import { ownerships, password } from './testing/matrix/actor-kinds'
import { asClient } from './testing/matrix/as-client'
import { callableEndpoints } from './testing/matrix/callable-endpoints'
import type { Endpoint } from './testing/matrix/endpoint'
import { fileEndpoints, procedureEndpoints } from './testing/matrix/procedure-endpoints'
import { insertColleague, insertMerchants } from './testing/matrix/target-rows'

let services: TestServices
let app: ReturnType<typeof buildServer>
const origin = 'http://127.0.0.1:3000'

beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
  await insertMerchants(services)
  for (const row of ['own', 'foreign'] as const) await insertColleague(services, row, 'active')
})
afterEach(async () => {
  await demandSecondFactor(services, false)
})

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  app.request(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

/** Enrolment of the app, and the first password of an invitation. */
const openBefore = [
  'signIn.secondFactor',
  'signIn.beginSecondFactor',
  'signIn.confirmSecondFactor',
  'signIn.reauthenticate',
  'signIn.requestReauthenticationCode',
  'signIn.setPassword',
  'callable setPasswordAfterEmailSignIn',
]

type Way = { name: string; endpoint: Endpoint; path: string; wrap: (input: unknown) => unknown }
const ways: Way[] = [
  ...Object.entries(procedureEndpoints).map(([name, endpoint]) => ({
    name,
    endpoint,
    path: `/rpc/${name.replaceAll('.', '/')}`,
    wrap: asClient,
  })),
  ...Object.entries(callableEndpoints).map(([name, endpoint]) => ({
    name: `callable ${name}`,
    endpoint,
    path: `/us-central1/${name}`,
    wrap: (data: unknown) => ({ data }),
  })),
  ...Object.entries(fileEndpoints).map(([name, endpoint]) => ({
    name: `file ${name}`,
    endpoint,
    path: `/api/files/${name}`,
    wrap: (input: unknown) => input,
  })),
]
/** The others return the same to anonymous callers. */
const isGuarded = ({ endpoint: { expected } }: Way) =>
  expected.anon === 'UNAUTHORIZED' || expected.anon === 'UNAUTHENTICATED'
const guarded = ways.filter((way) => isGuarded(way) && !openBefore.includes(way.name))

async function knock({ endpoint, path, wrap }: Way): Promise<string> {
  services.clock.advance(61_000)
  const input = await endpoint.input(services, ownerships[0])
  const admin = await asAdmin(services, { password })
  const response = await post(path, wrap(input), { authorization: `Bearer ${admin.sessionId}` })
  return response.text()
}

describe('while the platform demands a second factor of administrators', () => {
  it.each(guarded.map((way) => [way.name, way] as const))('%s is shut for one who has none yet', async (_, way) => {
    await demandSecondFactor(services)
    expect(await knock(way)).toContain('Set up your authenticator app to continue.')
  })

  it.each(ways.filter(({ name }) => openBefore.includes(name)).map((way) => [way.name, way] as const))(
    '%s stays open',
    async (_, way) => {
      await demandSecondFactor(services)
      expect(await knock(way)).not.toContain('Set up your authenticator app')
    },
  )

  it('the session says so, and no longer once the app is set up', async () => {
    await demandSecondFactor(services)
    const admin = await asAdmin(services)
    const current = async () =>
      (await post('/rpc/sessions/current', {}, { authorization: `Bearer ${admin.sessionId}` })).json()
    expect(await current()).toMatchObject({ json: { user: { uid: admin.userId }, mustEnrol: true } })
    await insertSecondFactor(services, admin.userId)
    expect(await current()).not.toHaveProperty('json.mustEnrol')
  })

  it('asks only administrators', async () => {
    await demandSecondFactor(services)
    const owner = await asOwner(services, ['mer_own'])
    expect(await resolveActor(services, owner.sessionId)).not.toHaveProperty('mustEnrol')
  })
})

describe('the second step over HTTP', () => {
  it('sets the cookie with the code and not before', async () => {
    const admin = await asAdmin(services, { password })
    const phone = await insertSecondFactor(services, admin.userId)
    const first = await post('/rpc/signIn/withPassword', { json: { email: admin.email, password } }, { origin })
    expect(first.headers.get('set-cookie')).toBeNull()
    const { json }: { json: { secondStep: { challenge: string } } } = JSON.parse(await first.text())
    const input = { challenge: json.secondStep.challenge, code: phone.code() }
    const second = await post('/rpc/signIn/completeSecondStep', { json: input }, { origin })
    expect([second.status, second.headers.get('set-cookie')]).toEqual([200, expect.stringMatching(/^quaff=/)])
  })

  it('counts guesses however the request claims to have been forwarded', async () => {
    services.clock.advance(61_000)
    const statuses: number[] = []
    for (let count = 0; count < 35; count++) {
      const forged = { origin, 'x-forwarded-for': `198.51.100.${count}`, 'x-real-ip': `198.51.100.${count}` }
      const input = { challenge: 'x'.repeat(43), code: '000000' }
      statuses.push((await post('/rpc/signIn/completeSecondStep', { json: input }, forged)).status)
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
  })

  it.each([
    ['an array for the code', { code: ['123456'] }],
    ['an array for the challenge', { challenge: ['x'.repeat(43)], code: '123456' }],
    ['both kinds of code', { code: '123456', recoveryCode: 'abcdefghij' }],
    ['a key of another name', { code: '123456', userId: 'usr_1' }],
    ['five digits', { code: '12345' }],
  ])('refuses %s', async (_, given) => {
    services.clock.advance(61_000)
    const { challenge, userId } = await insertSecondStep(services)
    const response = await post('/rpc/signIn/completeSecondStep', { json: { challenge, ...given } }, { origin })
    expect([response.status, response.headers.get('set-cookie')]).toEqual([400, null])
    expect(userId).toBeDefined()
  })
})
