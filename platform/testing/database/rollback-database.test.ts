import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRollbackDatabase, type RollbackDatabase } from './rollback-database'

let database: RollbackDatabase
beforeAll(async () => {
  database = await openRollbackDatabase()
  await insertJob('kept')
  await database.keep('kept')
})
afterAll(() => database.close())

const insertJob = (id: string, { db }: Pick<RollbackDatabase, 'db'> = database) =>
  db.execute(sql`insert into jobs (id, kind, payload, run_at, created_at) values (${id}, 'x', '{}', now(), now())`)
const readJobs = async () =>
  (await database.db.execute<Record<string, unknown>>(sql`select id from jobs order by id`)).rows.map(({ id }) => id)

describe('a database that rolls back', () => {
  it('undoes what was written, in a transaction or without one, again and again', async () => {
    for (let round = 0; round < 3; round++) {
      await insertJob('bare')
      await database.db.transaction((tx) => insertJob('committed', { db: tx as unknown as RollbackDatabase['db'] }))
      expect(await readJobs()).toEqual(['bare', 'committed', 'kept'])
      await database.rollBack('kept')
      expect(await readJobs()).toEqual(['kept'])
    }
  })

  it('undoes a transaction that fails, and nothing else', async () => {
    await insertJob('bare')
    const failed = database.db.transaction(async (tx) => {
      await tx.execute(
        sql`insert into jobs (id, kind, payload, run_at, created_at) values ('lost', 'x', '{}', now(), now())`,
      )
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    expect(await readJobs()).toEqual(['bare', 'kept'])
    await database.rollBack('kept')
  })

  it('refuses at the end of a transaction what a commit would refuse', async () => {
    const deferred = database.db.transaction(async (tx) => {
      await tx.execute(sql`set constraints all deferred`)
      await tx.execute(sql`insert into merchants (id, name, status, status_changed_at, owner_id, created_at, updated_at)
        values ('mer_x', 'X', 'active', now(), 'usr_nobody', now(), now())`)
    })
    await expect(deferred).rejects.toMatchObject({ cause: { code: '23503' } })
    await database.rollBack('kept')
    expect(await readJobs()).toEqual(['kept'])
  })
})
