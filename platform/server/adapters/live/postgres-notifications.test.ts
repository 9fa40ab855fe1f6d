import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { publishLive } from '@quaff/platform/server/live'
import { inTransaction } from '@quaff/platform/server/transaction'
import { isOnPostgres } from '@quaff/platform/testing/test-database'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { DatabaseLiveBus } from './live-bus'
import { startNotifications } from './postgres-notifications'

/** Longer than any test, so an event before it proves a wake-up. */
const neverMs = 600_000

let services: TestServices
let stops: (() => Promise<void>)[]
beforeEach(async () => {
  services = await createTestServices()
  stops = []
})
afterEach(async () => {
  for (const stop of stops.reverse()) await stop()
})

/** Simulates another process: its own bus, and a connection that listens. */
async function anotherProcess({ pollMs = neverMs } = {}) {
  const { db, pool } = services.database
  const { connectionString = '' } = pool.options
  const leave = new AbortController()
  const notifications = startNotifications({
    connectionString,
    pool,
    log: services.log,
    onNotification: () => bus.wakeLocally(),
  })
  const bus: DatabaseLiveBus = new DatabaseLiveBus({ db, log: services.log, pollMs, wakeOthers: notifications.send })
  const heard: string[] = []
  const following = (async () => {
    for await (const one of bus.subscribe(null, leave.signal)) heard.push('resync' in one ? 'resync' : one.subjectId)
  })()
  stops.push(async () => {
    leave.abort()
    await following
    await notifications.stop()
    await bus.stop()
  })
  return { bus, heard }
}

const listeners = `from pg_stat_activity where datname = current_database() and query = 'listen live'`
const countListeners = async () => (await services.database.pool.query(`select 1 ${listeners}`)).rows.length
const killListeners = async () => {
  const { rows } = await services.database.pool.query(`select pg_terminate_backend(pid) ${listeners}`)
  await expect.poll(countListeners, { interval: 5, timeout: 10_000 }).toBe(0)
  return rows.length
}

/** Two processes that hear each other. */
async function pair(options?: { pollMs: number }) {
  const [writer, reader] = [await anotherProcess(), await anotherProcess(options)]
  await expect.poll(countListeners, { timeout: 10_000 }).toBe(2)
  const publish = (subjectId: string) =>
    inTransaction({ ...services, live: writer.bus }, (tx) => publishLive(tx, { topic: 'merchant', subjectId }))
  await expect
    .poll(
      async () => {
        await publish('hello')
        return reader.heard.length
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0)
  return { writer, reader, publish }
}

describe.runIf(isOnPostgres)('a process whose listening connection is lost', () => {
  it('hears of what happened in the meantime once it listens again, and of the next change at once', async () => {
    const { reader, publish } = await pair()
    expect(await killListeners()).toBe(2)
    await publish('in between')
    expect(reader.heard).not.toContain('in between')
    await expect.poll(() => reader.heard).toContain('in between')
    await expect.poll(countListeners, { timeout: 10_000 }).toBe(2)
    await publish('afterwards')
    await expect.poll(() => reader.heard).toContain('afterwards')
  })

  it(
    'misses nothing and hears nothing twice, however often it is lost while others write',
    { timeout: 60_000 },
    async () => {
      const { reader, publish } = await pair()
      const written: string[] = []
      const killing = { on: true, killed: 0 }
      const killer = (async () => {
        while (killing.on) {
          killing.killed += await killListeners()
          await expect.poll(countListeners, { timeout: 30_000 }).toBeGreaterThan(0)
        }
      })()
      while (killing.killed < 6) {
        written.push(`change ${written.length}`)
        await publish(written.at(-1) ?? '')
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      killing.on = false
      await killer
      await expect
        .poll(() => reader.heard.filter((subjectId) => subjectId !== 'hello'), { timeout: 15_000 })
        .toEqual(written)
    },
  )

  it('hears of a change whose notice was never sent at its next look', async () => {
    const { reader } = await pair({ pollMs: 200 })
    // Simulates a process that died between its commit and the notification.
    await services.database.db.transaction((tx) => publishLive(tx, { topic: 'merchant', subjectId: 'unsaid' }))
    await expect.poll(() => reader.heard).toContain('unsaid')
  })
})
