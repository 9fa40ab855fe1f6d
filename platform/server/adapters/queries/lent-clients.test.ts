import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from '@quaff/platform/testing/test-database'

it('a connection that is lost before its transaction has begun leaves its place in the pool', async () => {
  const { db, pool, close } = await createTestDatabase()
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>
  const cut = async () => {
    const client = await connect()
    Reflect.get(Reflect.get(client, 'connection'), 'stream').destroy()
    return client
  }
  const places = pool.options.max
  for (let round = 0; round <= places; round += 1) {
    Object.assign(pool, { connect: cut })
    await expect(db.transaction(() => Promise.resolve('begun'))).rejects.toThrow('Failed query: begin')
    Object.assign(pool, { connect })
    expect(pool.totalCount - pool.idleCount).toBe(0)
  }
  expect(await db.transaction(async (tx) => (await tx.execute(sql`select 1 as one`)).rows)).toEqual([{ one: 1 }])
  await close()
})
