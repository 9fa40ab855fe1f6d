import { randomBytes } from 'node:crypto'
import { Pool } from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@quaff/platform/testing/test-database'
import { migrate } from './migrate'

const serverUrl = process.env['TEST_DATABASE_URL']
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows

describe('migrating', () => {
  it('again changes nothing', async () => {
    await Promise.all([migrate(database.pool), migrate(database.pool)])
    const [applied] = await query(
      'select count(distinct hash) as distinct, count(*) as total from drizzle.__drizzle_migrations',
    )
    expect(applied.total).toBeGreaterThan(0)
    expect(applied.total).toBe(applied.distinct)
  })

  it.runIf(serverUrl)('by several processes at once on a real server is done by one', async () => {
    const name = `quaff_race_${randomBytes(6).toString('hex')}`
    const admin = new Pool({ connectionString: serverUrl, max: 1 })
    await admin.query(`create database ${name}`)
    const url = new URL(serverUrl ?? '')
    url.pathname = `/${name}`
    const pools = [0, 1, 2, 3, 4].map(() => new Pool({ connectionString: url.href, max: 1 }))
    // Dropping the database cuts connections that are still being closed.
    for (const pool of pools) pool.on('error', () => {})
    await Promise.all(pools.map((pool) => migrate(pool)))
    const [first] = pools
    const { rows } = (await first?.query(
      'select count(distinct hash) as distinct, count(*) as total from drizzle.__drizzle_migrations',
    )) ?? { rows: [] }
    expect(rows[0].total).toBe(rows[0].distinct)
    await Promise.all(pools.map((pool) => pool.end()))
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
})

describe('the audit log', () => {
  it('§G36 takes rows and never changes or loses one', async () => {
    await query(
      "insert into admin_audit_logs (id, action, target_type, target_id, occurred_at) values ('aud_1', 'approve_merchant', 'merchant', 'mer_1', now())",
    )
    for (const change of [
      "update admin_audit_logs set action = 'other'",
      'delete from admin_audit_logs',
      'truncate admin_audit_logs',
    ]) {
      await expect(query(change)).rejects.toMatchObject({
        code: '42501',
        message: expect.stringContaining('insert-only'),
      })
    }
    expect(await query('select action from admin_audit_logs')).toEqual([{ action: 'approve_merchant' }])
  })
})

describe('redemptions', () => {
  const redeem = (id: string, at: string) =>
    query("insert into redemptions (id, merchant_id, redeemed_at) values ($1, 'mer_1', $2)", [id, at])
  const placeOf = async (id: string) =>
    (await query('select tableoid::regclass::text as place from redemptions where id = $1', [id]))[0]?.place
  const ensure = async (from: string, to: string) =>
    (await query('select ensure_redemption_partitions($1, $2) as made', [from, to]))[0]?.made

  it('lie in the partition of their UTC month', async () => {
    expect(await ensure('2026-01-31T23:59:59Z', '2026-03-01T00:00:00Z')).toBe(3)
    expect(await ensure('2026-01-01T00:00:00Z', '2026-03-31T00:00:00Z')).toBe(0)
    await redeem('red_1', '2026-01-31T23:59:59.999Z')
    await redeem('red_2', '2026-02-01T00:00:00Z')
    expect([await placeOf('red_1'), await placeOf('red_2')]).toEqual(['redemptions_2026_01', 'redemptions_2026_02'])
  })

  it('that came before their partition move into it', async () => {
    await redeem('red_early', '2027-05-05T12:00:00Z')
    expect(await placeOf('red_early')).toBe('redemptions_default')
    await ensure('2027-05-01T00:00:00Z', '2027-05-31T00:00:00Z')
    expect(await placeOf('red_early')).toBe('redemptions_2027_05')
  })

  it('get each partition once though many ask at once', async () => {
    const made = await Promise.all([0, 1, 2, 3].map(() => ensure('2028-01-01T00:00:00Z', '2028-06-30T00:00:00Z')))
    expect(made.reduce((sum: number, count: number) => sum + count, 0)).toBe(6)
  })
})
