import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { adminAuditLogs, jobs } from '@quaff/platform/server/tables'
import { createTestDatabase, type TestDatabase } from './test-database'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})

describe('the test database', () => {
  it('is migrated and empty', async () => {
    expect(await database.db.select().from(jobs)).toEqual([])
    const { rows } = await database.db.execute(
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
})
