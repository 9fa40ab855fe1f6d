import type { PoolClient } from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@quaff/platform/testing/test-database'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})

describe('tables with frequent updates', () => {
  it('have free space per page, and are vacuumed before a fifth of the rows is dead', async () => {
    const { rows } = await database.pool.query<{ name: string; settings: string[] }>(
      `select relname as name, reloptions as settings from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and reloptions is not null`,
    )
    const often = ['autovacuum_vacuum_scale_factor=0.02', 'autovacuum_analyze_scale_factor=0.02']
    expect(Object.fromEntries(rows.map(({ name, settings }) => [name, settings]))).toEqual({
      promotion_uses: ['fillfactor=50'],
      redemption_days: ['fillfactor=90'],
      redemption_hours: ['fillfactor=90'],
      redemption_totals: ['fillfactor=50'],
      subscription_days: ['fillfactor=90'],
      subscription_local_days: ['fillfactor=90'],
      subscription_plan_totals: ['fillfactor=50'],
      subscription_search: ['autovacuum_vacuum_insert_scale_factor=0.02'],
      subscription_totals: ['fillfactor=50'],
      subscriptions: often,
      user_search: ['autovacuum_vacuum_insert_scale_factor=0.02'],
      users: ['fillfactor=80', ...often],
    })
  })

  it('keep a new version of a counter on its page, without index updates', async () => {
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query(
        `insert into redemption_totals (merchant_id, count) select 'mer_' || lpad(n::text, 26, '0'), 0 from generate_series(1, 2000) n`,
      )
      // Earlier statistics of the connection may not be flushed yet.
      const before = await countUpdates(client)
      await client.query('update redemption_totals set count = count + 1')
      const after = await countUpdates(client)
      expect({ all: after.all - before.all, hot: after.hot - before.hot }).toEqual({ all: 2000, hot: 2000 })
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

async function countUpdates(client: PoolClient): Promise<{ all: number; hot: number }> {
  const { rows } = await client.query<{ all: string; hot: string }>(
    `select pg_stat_get_xact_tuples_updated(oid) as all, pg_stat_get_xact_tuples_hot_updated(oid) as hot
      from pg_class where relname = 'redemption_totals'`,
  )
  return { all: Number(rows[0]?.all), hot: Number(rows[0]?.hot) }
}
