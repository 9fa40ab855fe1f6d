import { createRouterClient } from '@orpc/server'
import { beforeAll, expect, it } from 'vitest'
import { addUserActivity } from '@quaff/features/activity/server'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { createSessionsRouter, resolveActor } from '@quaff/features/sessions/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { watchOwnTime } from '@quaff/platform/testing/live/own-time'
import { watchJoining } from '@quaff/platform/testing/live/watch-joining'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { suspendUser } from './change-status'
import { deleteUser } from './delete-user'
import { removeFromMerchant } from './remove-from-merchant'
import { updateUserRole } from './update-user-role'

let services: TestServices
let admin: TestContext
let merchantId: string
beforeAll(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
  merchantId = (await insertMerchant(services)).id
})

const changes: [string, (userId: string) => Promise<unknown>][] = [
  ['a change of role', (userId) => updateUserRole(admin, { userId, role: 'customer', merchantIds: [] })],
  ['a suspension', (userId) => suspendUser(admin, { userId, version: 1 })],
  ['a deletion', (userId) => deleteUser(admin, { userId })],
  ['a removal from a merchant', (userId) => removeFromMerchant(admin, { userId, merchantId })],
]

it.each(changes)(
  'after %s the next request is refused and the open stream ends within two seconds',
  async (_, change) => {
    await asOwner(services, [merchantId])
    const target = await asOwner(services, [merchantId])
    const controller = new AbortController()
    const joined = watchJoining(services.live)
    const stream = await createRouterClient(createSessionsRouter(addUserActivity), {
      context: contextAs(services, target),
    }).live(undefined, { signal: controller.signal })
    expect((await stream.next()).value).toMatchObject({ kind: 'hello' })
    const ended = (async () => {
      for await (const message of stream) void message
      return 'ended'
    })()
    await joined()
    await change(target.userId)
    expect((await resolveActor(services, target.sessionId)).kind).toBe('anonymous')
    const passedMs = watchOwnTime()
    expect(await ended).toBe('ended')
    expect(passedMs()).toBeLessThan(2_000)
    controller.abort()
  },
)
