import { sql } from 'drizzle-orm'
import { setMaxListeners } from 'node:events'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { publishLive } from '@quaff/platform/server/live'
import { inTransaction } from '@quaff/platform/server/transaction'
import { watchJoining } from '@quaff/platform/testing/live/watch-joining'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import type { LiveDelivery, LiveStart } from '../../ports'
import { DatabaseLiveBus } from './live-bus'
import { pruneLiveEvents } from './live-store'

let services: TestServices
let abort: AbortController
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(() => {
  abort = new AbortController()
  return () => abort.abort()
})

const publish = (...subjects: string[]) =>
  inTransaction(services, (tx) =>
    publishLive(tx, ...subjects.map((subjectId) => ({ topic: 'merchant' as const, subjectId }))),
  )

function follow(since: LiveStart) {
  const seen: LiveDelivery[] = []
  const done = (async () => {
    for await (const delivery of services.live.subscribe(since, abort.signal)) seen.push(delivery)
  })()
  return { seen, done, subjects: () => seen.map((delivery) => ('resync' in delivery ? 'resync' : delivery.subjectId)) }
}

/** During an open transaction in any database of the cluster, a returning reader receives earlier events again. */
const only = (subjects: string[], ...ofThese: string[]) => subjects.filter((one) => ofThese.includes(one))

/** A reader without a cursor receives events that commit after it joined. Earlier ones are ignored. */
async function followFromNow() {
  const reader = follow(null)
  const requested = async () => {
    await publish('asked')
    return reader.subjects()
  }
  await expect.poll(requested).toContain('asked')
  await publish('joined')
  await expect.poll(() => reader.subjects().at(-1)).toBe('joined')
  reader.seen.length = 0
  return reader
}

describe('live events', () => {
  it('arrive in the order of commits, within a transaction in the order of writing', async () => {
    const reader = await followFromNow()
    await publish('a', 'b')
    await publish('c')
    await expect.poll(() => reader.subjects().slice(-3)).toEqual(['a', 'b', 'c'])
  })

  it('go on where the clock of the machine is set back by a day', async () => {
    const reader = await followFromNow()
    await publish('before')
    await expect.poll(() => reader.subjects()).toContain('before')
    const real = Date.now
    const set = vi.spyOn(Date, 'now').mockImplementation(() => real() - 86_400_000)
    onTestFinished(() => set.mockRestore())
    await publish('after')
    services.live.wake()
    await expect.poll(() => reader.subjects()).toContain('after')
  })

  it('of a transaction that is rolled back never arrive', async () => {
    const reader = await followFromNow()
    const refused = inTransaction(services, async (tx) => {
      await publishLive(tx, { topic: 'user', subjectId: 'never' })
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    await publish('after')
    await expect.poll(() => reader.subjects()).toContain('after')
    expect(reader.subjects()).not.toContain('never')
  })

  it('missed while away are sent after the cursor of the last one seen', async () => {
    const first = await followFromNow()
    await publish('seen')
    await expect.poll(() => first.subjects()).toContain('seen')
    abort.abort()
    await first.done
    await publish('missed 1')
    await publish('missed 2')
    abort = new AbortController()
    const again = follow(first.seen.at(-1)?.cursor ?? '')
    const missed = ['missed 1', 'missed 2']
    await expect.poll(() => only(again.subjects(), ...missed)).toEqual(missed)
    expect(again.subjects().slice(-2)).toEqual(missed)
  })

  it('start with resync for a cursor that is old, foreign or nonsense', async () => {
    for (const cursor of ['nonsense', '5.5.1000', `9999999999.1.${Date.now()}`, "1.1.1'; drop table users"]) {
      abort = new AbortController()
      const reader = follow(cursor)
      await expect.poll(() => reader.subjects()).toEqual(['resync'])
      abort.abort()
      await reader.done
    }
  })

  it('before many who come at once are read once for all of them', async () => {
    await followFromNow()
    await publish('earlier')
    const requested = vi.spyOn(services.db, 'execute')
    onTestFinished(() => requested.mockRestore())
    const begun = requested.mock.calls.length
    // Real subscribers have their own signals.
    setMaxListeners(0, abort.signal)
    const readers = Array.from({ length: 200 }, () => follow({ agoMs: 60_000 }))
    await expect.poll(() => readers.filter((reader) => reader.subjects().includes('earlier')).length).toBe(200)
    // One look back for each view, in addition to the polls that made the views.
    expect(requested.mock.calls.length - begun).toBeLessThan(30)
  })

  it('arrive at once while an earlier transaction is open, each once, and nothing is missed by who comes back', async () => {
    // The embedded database has one connection, so two transactions cannot be open together.
    if (services.database.pool.options.max === 1) return
    const reader = await followFromNow()
    await publish('before')
    await expect.poll(() => reader.subjects()).toEqual(['before'])
    const slow = await services.database.pool.connect()
    await slow.query('begin')
    await slow.query("insert into live_events (topic, subject_id) values ('merchant', 'slow')")
    await publish('fast')
    await expect.poll(() => reader.subjects()).toEqual(['before', 'fast'])
    const late = follow(reader.seen.at(0)?.cursor ?? '')
    const lateOnes = () => only(late.subjects(), 'fast', 'faster', 'slow')
    await expect.poll(lateOnes).toEqual(['fast'])
    await publish('faster')
    await expect.poll(() => [reader.subjects().at(-1), late.subjects().at(-1)]).toEqual(['faster', 'faster'])
    await slow.query('commit')
    slow.release()
    await expect.poll(() => reader.subjects()).toEqual(['before', 'fast', 'faster', 'slow'])
    await expect.poll(lateOnes).toEqual(['fast', 'faster', 'slow'])
    await publish('afterwards')
    await expect.poll(() => reader.subjects()).toEqual(['before', 'fast', 'faster', 'slow', 'afterwards'])
    const again = follow(reader.seen.at(1)?.cursor ?? '')
    await expect
      .poll(() => only(again.subjects(), 'slow', 'fast', 'faster', 'afterwards'))
      .toEqual(['slow', 'fast', 'faster', 'afterwards'])
  })

  it('are kept for one hour', async () => {
    await services.db.execute(
      sql`insert into live_events (topic, subject_id, created_at) values ('user', 'old', now() - interval '61 minutes')`,
    )
    await publish('young')
    await pruneLiveEvents(services.db)
    const { rows } = await services.db.execute<Record<string, unknown>>(
      sql`select subject_id from live_events where subject_id in ('old', 'young')`,
    )
    expect(rows).toEqual([{ subject_id: 'young' }])
  })

  // At the end, because a reader that returns during an open transaction receives all of these again, which causes a
  // resync.
  it('beyond what a slow reader can hold turn into one resync', async () => {
    const stream = services.live.subscribe(null, abort.signal)[Symbol.asyncIterator]()
    const first = stream.next()
    const arrived = first.then(() => true)
    const requested = async () => {
      await publish('first')
      return Promise.race([arrived, new Promise((resolve) => setTimeout(resolve, 50))])
    }
    await expect.poll(requested).toBe(true)
    const quick = await followFromNow()
    for (let round = 0; round < 3; round++)
      await publish(...Array.from({ length: 400 }, (_, index) => `${round}-${index}`))
    // Both have received the same events.
    await expect.poll(() => quick.subjects().at(-1)).toMatch(/^(2-399|resync)$/)
    expect((await stream.next()).value).toMatchObject({ resync: true })
  })

  it('end with the server', async () => {
    const own = await createTestServices({ database: services.database })
    const joined = watchJoining(own.live)
    const ended = (async () => {
      for await (const _ of own.live.subscribe(null, abort.signal)) continue
      return 'ended'
    })()
    await joined()
    await own.stopLive()
    expect(await ended).toBe('ended')
  })
})

describe('while the database is away', () => {
  const isFollowed = (bus: DatabaseLiveBus) => [...Reflect.get(bus, 'subscribers')].length > 0

  /** Returns our database with a switch that makes it fail or never respond. */
  function fragile() {
    const state: { now: 'up' | 'refuses' | 'silent' } = { now: 'up' }
    const db = new Proxy(services.db, {
      get(target, key) {
        if (state.now === 'refuses') throw new Error('connection refused')
        if (state.now === 'silent') return () => new Promise(() => {})
        const value: unknown = Reflect.get(target, key)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    return { db, state }
  }

  it.each(['refuses', 'silent'] as const)(
    'and %s, streams end within seconds, so that no screen claims to be live',
    async (how) => {
      const { db, state } = fragile()
      const bus = new DatabaseLiveBus({ db, log: services.log, pollMs: 20, patienceMs: 100 })
      const read = async () => {
        for await (const delivery of bus.subscribe(null, abort.signal)) expect(delivery).toBeDefined()
        return 'ended'
      }
      const reading = read()
      await expect.poll(() => isFollowed(bus)).toBe(true)
      state.now = how
      expect(await reading).toBe('ended')
      expect(abort.signal.aborted).toBe(false)
      if (how === 'silent') return
      await expect(read()).rejects.toThrow('connection refused')
      state.now = 'up'
      const again = read()
      await expect.poll(() => isFollowed(bus)).toBe(true)
      expect(await Promise.race([again, Promise.resolve('still open')])).toBe('still open')
      await bus.stop()
    },
  )

  it('a server that was busy itself for longer than a database may be silent lets no one go', async () => {
    let reads = 0
    const db = new Proxy(services.db, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key)
        if (typeof value !== 'function') return value
        if (key !== 'execute') return value.bind(target)
        return (query: unknown) => {
          reads += 1
          const answer = Promise.resolve(Reflect.apply(value, target, [query]))
          // After a pause the event loop runs timers first, then pending I/O.
          return new Promise((resolve) => {
            setImmediate(() => {
              const until = performance.now() + 300
              while (performance.now() < until);
              setImmediate(() => resolve(answer))
            })
          })
        }
      },
    })
    const bus = new DatabaseLiveBus({ db, log: services.log, pollMs: 20, patienceMs: 100 })
    const ended = vi.fn<() => void>()
    bus.follow(null, { take: () => true, end: ended })
    await expect.poll(() => reads).toBeGreaterThan(5)
    expect(ended).not.toHaveBeenCalled()
    await bus.stop()
  })
})
