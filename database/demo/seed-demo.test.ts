import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { seedDemo } from './seed-demo'

let services: TestServices

describe('demo data', () => {
  beforeAll(async () => {
    services = await createTestServices()
    await seedDemo(services, { merchants: 40, subscriptions: 5_000 })
  })

  const one = async (query: ReturnType<typeof sql>) => (await services.db.execute(query)).rows[0]

  it('fills the console', async () => {
    const started = performance.now()
    const facts = await one(sql`select (select count(*) from merchants) as merchants, (select count(*) from subscriptions) as subscriptions,
      (select count(*) from redemptions) as redemptions, (select count(*) from redemptions_default) as outside`)
    console.log(facts, performance.now() - started)
    expect(facts).toMatchObject({ merchants: 40, subscriptions: 5_000, outside: 0 })
  })
})
