import { isProcedure } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { brandUploadPath } from '@quaff/features/branding/contract'
import { personHeader } from '@quaff/features/sessions/contract'
import { sessionRefusals } from '@quaff/features/sessions/refusals'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'
import { router } from './router'
import { merchantOf } from './testing/matrix/actor-kinds'
import { callableEndpoints } from './testing/matrix/callable-endpoints'
import { insertMerchants } from './testing/matrix/target-rows'

let services: TestServices
let app: ReturnType<typeof buildServer>
let admin: UserActor
let owner: UserActor

beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
  await insertMerchants(services)
  admin = await asAdmin(services)
  owner = await asOwner(services, [merchantOf.own])
})
afterAll(() => services.close())

type Listed = { name: string; method: string; path: string }
function proceduresOf(node: unknown, keys: string[] = []): Listed[] {
  if (isProcedure(node)) {
    const { method = 'POST', path = '' } = node['~orpc'].route
    return [{ name: keys.join('.'), method, path }]
  }
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, child]) => proceduresOf(child, [...keys, key]))
}
const procedures = proceduresOf(router)

/** A tab of the administrator's, in a browser whose session is the owner's now. */
const headers = () => ({ authorization: `Bearer ${owner.sessionId}`, [personHeader]: admin.userId })
const json = () => ({ ...headers(), 'content-type': 'application/json' })
const refused = { code: 'CONFLICT', message: sessionRefusals.OTHER_PERSON.text }

describe('a call that names another person than the session has', () => {
  it.each(procedures)('is refused at $name', async ({ name }) => {
    const path = `/rpc/${name.replaceAll('.', '/')}`
    const response = await app.request(path, { method: 'POST', headers: json(), body: '{"json":{}}' })
    const { json: answer } = (await response.json()) as { json: unknown }
    expect({ status: response.status, answer }).toMatchObject({
      status: 409,
      answer: { ...refused, data: { reason: 'OTHER_PERSON' } },
    })
  })

  it.each(procedures)('is refused at $method $path', async ({ method, path }) => {
    const body = method === 'GET' ? {} : { body: '{}' }
    const address = `/api${path.replaceAll(/\{[^}]+\}/g, 'x')}`
    const response = await app.request(address, { method, headers: json(), ...body })
    expect(await response.json()).toMatchObject({ ...refused, data: { reason: 'OTHER_PERSON' } })
  })

  it.each(Object.keys(callableEndpoints))('is refused by %s', async (name) => {
    const response = await app.request(`/us-central1/${name}`, { method: 'POST', headers: json(), body: '{"data":{}}' })
    expect(await response.json()).toMatchObject({ error: { message: sessionRefusals.OTHER_PERSON.text } })
  })

  it('is refused a file and an upload', async () => {
    const exported = await app.request('/api/files/users-export', { method: 'POST', headers: json(), body: '{}' })
    expect(await exported.json()).toMatchObject({ ...refused, reason: 'OTHER_PERSON' })
    const form = new FormData()
    form.append('file', new Blob(['x']), 'logo.png')
    const uploaded = await app.request(brandUploadPath, { method: 'POST', headers: headers(), body: form })
    expect(await uploaded.json()).toMatchObject({ ...refused, reason: 'OTHER_PERSON' })
  })

  it('writes nothing until it names the person of the session, or no one', async () => {
    const rename = async (displayName: string, named: Record<string, string>) => {
      await app.request('/rpc/users/updateProfile', {
        method: 'POST',
        headers: { authorization: json().authorization, 'content-type': 'application/json', ...named },
        body: JSON.stringify({ json: { displayName, phoneNumber: '' } }),
      })
      const rows = await services.db.select({ id: users.id, name: users.displayName }).from(users)
      return rows.find(({ id }) => id === owner.userId)?.name
    }
    const before = await rename('Theirs', { [personHeader]: admin.userId })
    expect(before).not.toBe('Theirs')
    expect(await rename('Mine', { [personHeader]: owner.userId })).toBe('Mine')
    expect(await rename('Still mine', {})).toBe('Still mine')
  })
})

it('a person whose session has ended is asked to sign in, whichever person the call names', async () => {
  const response = await app.request('/rpc/users/list', {
    method: 'POST',
    headers: { 'content-type': 'application/json', [personHeader]: admin.userId },
    body: '{"json":{}}',
  })
  expect(response.status).toBe(401)
})
