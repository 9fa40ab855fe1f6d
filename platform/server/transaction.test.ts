import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { contextAs } from '@quaff/platform/testing/test-context'
import { isOnPostgres } from '@quaff/platform/testing/test-database'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { repeatTally } from './adapters/repeat-tally'
import type { Transaction } from './context'
import { UnconfirmedCommit } from './database-errors'
import { publishLive } from './live'
import type { EntangledCode } from './ports'
import { liveEvents, rateLimits } from './tables'
import { inTransaction } from './transaction'

let services: TestServices
beforeEach(async () => {
  services = await createTestServices({ repeats: repeatTally() })
})

/** Makes the next statement in `tx` fail with the code. */
const fail = (tx: Transaction, code: string) =>
  tx.execute(sql.raw(`do $$ begin raise exception 'as a test wants it' using errcode = '${code}'; end $$`))
const countEvents = () => services.db.$count(liveEvents)
const repeated = (code: EntangledCode = '40P01') => services.repeats?.read(code)
const told = () => services.log.lines.filter(({ event }) => event.startsWith('transaction_'))

/** Fails the given number of times, each time after a write. */
function failing(times: number, code = '40P01') {
  const runs = { count: 0 }
  const work = async (tx: Transaction) => {
    runs.count += 1
    await publishLive(tx, { topic: 'merchant', subjectId: `run ${runs.count}` })
    if (runs.count <= times) await fail(tx, code)
    return runs.count
  }
  return { runs, work }
}

describe('a transaction that the database takes back for another one', () => {
  it.each(['40P01', '40001'] as const)('runs again after %s, and nothing of the first run is left', async (code) => {
    const wake = vi.spyOn(services.live, 'wake')
    const { work } = failing(2, code)
    expect(await inTransaction(services, work)).toBe(3)
    expect(await services.db.select({ id: liveEvents.subjectId }).from(liveEvents)).toEqual([{ id: 'run 3' }])
    expect(wake).toHaveBeenCalledOnce()
    expect(repeated(code)).toBe(2)
    expect(told()).toEqual([{ level: 'warn', event: 'transaction_repeated', details: { code, attempt: 3 } }])
  })

  it('fails after the fourth run, and says so once', async () => {
    const { work, runs } = failing(Number.POSITIVE_INFINITY)
    const ctx = contextAs(services)
    await expect(inTransaction(ctx, work)).rejects.toMatchObject({ cause: { code: '40P01' } })
    expect(runs.count).toBe(4)
    expect(await countEvents()).toBe(0)
    expect(repeated()).toBe(3)
    const details = { requestId: 'req_test', code: '40P01', attempt: 4 }
    expect(told()).toEqual([{ level: 'warn', event: 'transaction_given_up', details }])
  })

  it('is refused where the second run is', async () => {
    const { work } = failing(1)
    const refused = inTransaction(services, async (tx) => {
      if ((await work(tx)) === 2) throw new Error('taken in between')
    })
    await expect(refused).rejects.toThrow('taken in between')
    expect(await countEvents()).toBe(0)
    expect(told()).toMatchObject([{ event: 'transaction_repeated', details: { attempt: 2 } }])
  })

  it.each(['23505', '57014'])('does not run again after %s', async (code) => {
    const { work, runs } = failing(1, code)
    await expect(inTransaction(services, work)).rejects.toMatchObject({ cause: { code } })
    expect(runs.count).toBe(1)
    expect(told()).toEqual([])
  })

  it('fails in every other test, where it would hide that two lock the same rows in other orders', async () => {
    const { work, runs } = failing(1)
    const usual = await createTestServices({ database: services.database })
    await expect(inTransaction(usual, work)).rejects.toThrow("got in each other's way (40P01)")
    expect(runs.count).toBe(1)
  })

  it('does not run again where its work reaches beyond the database', async () => {
    const { work, runs } = failing(1)
    await expect(inTransaction(services, work, { repeatable: false })).rejects.toMatchObject({
      cause: { code: '40P01' },
    })
    expect([runs.count, repeated()]).toEqual([1, 0])
  })

  it('runs again as a whole where a part of it failed', async () => {
    const { work, runs } = failing(1)
    let whole = 0
    await inTransaction(services, async (tx) => {
      whole += 1
      await inTransaction({ ...services, db: tx as unknown as TestServices['db'] }, work)
    })
    expect([whole, runs.count, await countEvents(), repeated()]).toEqual([2, 2, 1, 1])
  })

  it.each([
    ['before', (leave: AbortController) => leave.abort()],
    ['in the pause', (leave: AbortController) => setTimeout(() => leave.abort(), 5)],
  ])('does not run again for a caller who has left %s', async (_, go) => {
    const leave = new AbortController()
    const { work, runs } = failing(1)
    const left = inTransaction(contextAs(services, undefined, { signal: leave.signal }), (tx) => {
      go(leave)
      return work(tx)
    })
    await expect(left).rejects.toMatchObject({ cause: { code: '40P01' } })
    expect([runs.count, repeated()]).toEqual([1, 0])
  })

  it('does not run again after five seconds', async () => {
    const { work, runs } = failing(2)
    const clock = vi.spyOn(performance, 'now')
    const late = inTransaction(services, (tx) => {
      if (runs.count === 1) clock.mockReturnValue(performance.now() + 5_001)
      return work(tx)
    })
    await expect(late).rejects.toMatchObject({ cause: { code: '40P01' } })
    expect(runs.count).toBe(2)
  })
})

describe.runIf(isOnPostgres)('two transactions that meet on PostgreSQL', () => {
  const windowStartedAt = new Date('2026-01-01T00:00:00Z')
  const add = (tx: Transaction, key: string) =>
    tx
      .update(rateLimits)
      .set({ count: sql`${rateLimits.count} + 1` })
      .where(eq(rateLimits.key, key))
  const read = async (tx: Transaction) => (await tx.select().from(rateLimits)).map(({ count }) => count)

  /** Waits for both callers, then lets later ones pass immediately. */
  function meeting() {
    let come = 0
    return async () => {
      come += 1
      await vi.waitUntil(() => come >= 2, { interval: 5 })
    }
  }

  beforeEach(async () => {
    await services.db.insert(rateLimits).values(['a', 'b'].map((key) => ({ key, windowStartedAt, count: 0 })))
  })

  it('both come through a deadlock', async () => {
    const meet = meeting()
    const both = [
      ['a', 'b'],
      ['b', 'a'],
    ].map(([first = '', second = '']) =>
      inTransaction(services, async (tx) => {
        await add(tx, first)
        await publishLive(tx, { topic: 'merchant', subjectId: first })
        await meet()
        await add(tx, second)
      }),
    )
    await Promise.all(both)
    expect(await inTransaction(services, read)).toEqual([2, 2])
    expect([await countEvents(), repeated()]).toEqual([2, 1])
    expect(told()).toMatchObject([{ event: 'transaction_repeated', details: { code: '40P01', attempt: 2 } }])
  })

  it('both come through reads that no order would have given', async () => {
    const meet = meeting()
    const both = ['a', 'b'].map((key) =>
      inTransaction(services, async (tx) => {
        await tx.execute(sql`set transaction isolation level serializable`)
        const sum = (await read(tx)).reduce((one, other) => one + other)
        await meet()
        await tx
          .update(rateLimits)
          .set({ count: sum + 1 })
          .where(eq(rateLimits.key, key))
      }),
    )
    await Promise.all(both)
    expect(await inTransaction(services, read)).toEqual(expect.arrayContaining([1, 2]))
    expect(repeated('40001')).toBe(1)
  })
})

describe('a commit', () => {
  /** The database client whose next commit fails like this, after or before it is stored. */
  function cutCommit(error: Error) {
    const transaction = services.db.transaction.bind(services.db)
    vi.spyOn(services.db, 'transaction').mockImplementationOnce(async (work, config) => {
      await transaction(work, config)
      throw error
    })
  }
  const lost = Object.assign(new Error('Failed query: commit'), {
    cause: new Error('Connection terminated unexpectedly'),
  })

  it('whose answer is lost is unconfirmed, and does not run again', async () => {
    cutCommit(lost)
    const { work, runs } = failing(0)
    await expect(inTransaction(services, work)).rejects.toBeInstanceOf(UnconfirmedCommit)
    expect(runs.count).toBe(1)
    expect(await countEvents()).toBe(1)
  })

  it('that the database refused keeps its error', async () => {
    cutCommit(Object.assign(new Error('Failed query: commit'), { code: '23505' }))
    await expect(inTransaction(services, failing(0).work)).rejects.toThrow('Failed query: commit')
  })

  it('is not reached by a connection that breaks within the work', async () => {
    const broken = inTransaction(services, () => Promise.reject(lost))
    await expect(broken).rejects.toBe(lost)
  })
})
