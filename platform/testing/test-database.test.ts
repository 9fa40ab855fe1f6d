import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { adminAuditLogs, jobs, liveEvents } from '@quaff/platform/server/tables'
import { readShape } from './database/emptying'
import { createTestDatabase, type TestDatabase } from './test-database'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})

describe('the test database', () => {
  it('is migrated and empty', async () => {
    expect(await database.db.select().from(jobs)).toEqual([])
    const { rows } = await database.db.execute<Record<string, unknown>>(
      sql`select count(*) as count, sum(1::bigint) as sum from admin_audit_logs`,
    )
    expect(rows).toEqual([{ count: 0, sum: null }])
  })

  it('is emptied by truncate, the audit log included', async () => {
    await database.db
      .insert(adminAuditLogs)
      .values({ id: 'aud_1', action: 'x', targetType: 'x', targetId: 'x', occurredAt: new Date(0) })
    await database.truncate()
    expect(await database.db.select().from(adminAuditLogs)).toEqual([])
  })

  it('belongs to its caller alone', async () => {
    const other = await createTestDatabase()
    await database.db
      .insert(jobs)
      .values({ id: 'job_1', kind: 'x', payload: {}, runAt: new Date(0), createdAt: new Date(0) })
    expect(await other.db.select().from(jobs)).toEqual([])
    await other.close()
  })

  it('is empty for the next who gets it, and its counters begin again', async () => {
    const firstId = async () => {
      const own = await createTestDatabase()
      expect(await own.db.select().from(liveEvents)).toEqual([])
      const { rows } = await own.db.execute<{ id: number }>(
        sql`insert into live_events (topic, subject_id) values ('merchant', 'mer_1') returning id`,
      )
      await own.close()
      return rows[0]?.id
    }
    expect([await firstId(), await firstId()]).toEqual([1, 1])
  })

  it('goes to no one else once its tables were changed', async () => {
    const spoilt = await createTestDatabase()
    await spoilt.db.execute(sql`alter table jobs rename to tasks`)
    await spoilt.close()
    const next = await createTestDatabase()
    expect(await next.db.select().from(jobs)).toEqual([])
    await next.close()
  })

  it.each([
    'drop table jobs cascade',
    'alter table jobs add column more text',
    'alter table jobs add constraint refused check (false) not valid',
    'alter table admin_audit_logs disable trigger all',
    'drop function ensure_redemption_partitions',
    'revoke select on jobs from public',
  ])('tells that "%s" changed its shape, and that writing does not', async (change) => {
    const shape = await readShape(database.pool)
    await database.db.execute(sql`select ensure_redemption_partitions(now(), now())`)
    expect(await readShape(database.pool)).toBe(shape)
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query(change)
    expect(await readShape(client)).not.toBe(shape)
    await client.query('rollback')
    client.release()
  })

  it('is emptied of many rows as well', async () => {
    await database.db.execute(sql`
      insert into jobs (id, kind, payload, run_at, created_at)
      select 'many_' || n, 'x', jsonb_build_object('text', repeat('x', 200)), now(), now() from generate_series(1, 5000) n`)
    await database.truncate()
    const { rows } = await database.db.execute<Record<string, unknown>>(
      sql`select count(*) as count, pg_relation_size('jobs') as bytes from jobs`,
    )
    expect(rows).toEqual([{ count: 0, bytes: 0 }])
  })
})
