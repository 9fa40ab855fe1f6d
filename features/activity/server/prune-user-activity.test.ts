import { beforeAll, expect, it } from 'vitest'
import { asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { pruneUserActivity } from './prune-user-activity'
import { userActivity } from './tables'

const dayMs = 86_400_000
let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

async function insert(userId: string, count: number, ageMs: number): Promise<void> {
  const occurredAt = new Date(services.clock.now().getTime() - ageMs)
  const rows = Array.from({ length: count }, () => ({
    id: services.ids.newId('act'),
    userId,
    action: 'sign_in',
    occurredAt,
  }))
  await services.db.insert(userActivity).values(rows)
}

it('deletes only entries older than 400 days, in more than one batch', async () => {
  const { userId } = await asOwner(services, [])
  await insert(userId, 2_100, 400 * dayMs + 1)
  await insert(userId, 3, 400 * dayMs)
  await pruneUserActivity(services)
  expect(await services.db.$count(userActivity)).toBe(3)
  await pruneUserActivity(services)
  expect(await services.db.$count(userActivity)).toBe(3)
})
