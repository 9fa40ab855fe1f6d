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
  expect(
    await db.transaction(async (tx) => (await tx.execute<Record<string, unknown>>(sql`select 1 as one`)).rows),
  ).toEqual([{ one: 1 }])
  await close()
})

it('a connection outlives a value that the database refuses, but not a transaction that it was given back in', async () => {
  const { pool, close } = await createTestDatabase()
  let made = 0
  pool.on('connect', () => (made += 1))
  await pool.query('select 1')
  const before = made
  for (let round = 0; round < 5; round += 1)
    await expect(pool.query('select $1::text', ['\0'])).rejects.toThrow('invalid byte sequence')
  await expect(pool.query("select 'x'::int")).rejects.toThrow('invalid input syntax')
  expect(made).toBe(before)
  const client = await pool.connect()
  await client.query('begin')
  const error: unknown = await client.query("select 'x'::int").catch((error: unknown) => error)
  client.release(error instanceof Error ? error : undefined)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await expect(pool.query('select * from gone')).rejects.toThrow('does not exist')
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(made).toBe(before + 2)
  await close()
})
