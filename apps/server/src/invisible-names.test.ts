import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'

let services: TestServices
let app: ReturnType<typeof buildServer>
let admin: UserActor
const merchantId = 'mer_1'
const invisible = ['\u200B', '\u2060\uFEFF', '\u00AD', '\u0301\uFE0F', '\u202E\u2066', ' \u3164 ']

beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
  await insertMerchant(services, { id: merchantId })
  admin = await asAdmin(services)
})

async function ask(path: string, input: object) {
  const response = await app.request(`/rpc/${path}`, {
    method: 'POST',
    body: JSON.stringify({ json: input }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.sessionId}` },
  })
  return { status: response.status, text: await response.text() }
}

it.each<[string, (name: string) => object]>([
  ['merchants/create', (name) => ({ name })],
  ['merchants/update', (name) => ({ merchantId, version: 1, changes: { name } })],
  ['locations/create', (name) => ({ merchantId, name })],
  ['plans/create', (name) => ({ merchantId, plan: { name } })],
  ['users/invite', (newVenueName) => ({ email: 'new@example.test', role: 'merchant_owner', newVenueName })],
  ['signIn/setupAccount', (displayName) => ({ email: 'new@example.test', displayName, password: 'Long enough 1' })],
])('%s refuses a name that no one can see', async (path, input) => {
  for (const name of invisible) expect([name, (await ask(path, input(name))).status]).toEqual([name, 400])
})

it('a person with a name that no one can see has none, and no name turns the text behind it', async () => {
  const nameOf = async () =>
    (await services.db.select({ name: users.displayName }).from(users).where(eq(users.id, admin.userId)))[0]?.name
  const correct = async (displayName: string) => {
    const [row] = await services.db.select().from(users).where(eq(users.id, admin.userId))
    return ask('users/updatePerson', { userId: admin.userId, version: row?.version, displayName, phoneNumber: '' })
  }
  for (const displayName of invisible) {
    expect((await correct(displayName)).status).toBe(200)
    expect(await nameOf()).toBeNull()
    // The name has fewer than two characters, so users cannot choose it.
    expect((await ask('users/updateProfile', { displayName, phoneNumber: '' })).status).toBe(400)
  }
  await ask('users/updateProfile', { displayName: 'Ana \u202Egnp.exe', phoneNumber: '' })
  expect(await nameOf()).toBe('Ana gnp.exe')
})

it('a name with a family and a joined script is kept as it was typed', async () => {
  const name = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467} می\u200Cخواهم क्\u200Dष'
  expect((await ask('merchants/update', { merchantId, version: 1, changes: { name } })).status).toBe(200)
  const [stored] = await services.db
    .select({ name: merchants.name })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
  expect(stored?.name).toBe(name)
})
