import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestServices, type TestServices } from '../testing/test-services'
import { JobRunner } from './job-runner'
import { enqueueJob, retryDelayMs, type JobHandler } from './jobs'
import { jobs } from './tables'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  await services.database.truncate()
  services.log.lines.length = 0
})

const runnerWith = (pour: JobHandler, others = {}) =>
  new JobRunner(services, { handlers: { pour }, pollMs: 20, ...others })
const enqueue = (payload = {}, runAt?: Date) => enqueueJob(services, services.db, { kind: 'pour', payload, runAt })
const readJob = async (id: string) => (await services.db.select().from(jobs).where(eq(jobs.id, id)))[0]
const byKind = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)
const error = () => Promise.reject(Object.assign(new Error('owner@example.com is not there'), { code: 'EENVELOPE' }))

describe('jobs', () => {
  it('run once with their payload and are gone', async () => {
    const poured: unknown[] = []
    const id = await enqueue({ drink: 'tea' })
    const runner = runnerWith({ maxAttempts: 3, run: async (_, payload) => void poured.push(payload) })
    expect(await runner.runDue()).toBe(1)
    expect(poured).toEqual([{ drink: 'tea' }])
    expect(await readJob(id)).toBeUndefined()
  })

  it('wait for their time', async () => {
    const runner = runnerWith({ maxAttempts: 3, run: async () => {} })
    await enqueue({}, new Date(services.clock.now().getTime() + 60_000))
    expect(await runner.runDue()).toBe(0)
    services.clock.advance(60_001)
    expect(await runner.runDue()).toBe(1)
  })

  it('are tried again later, then kept as a dead letter without personal data', async () => {
    const id = await enqueue()
    const runner = runnerWith({ maxAttempts: 2, run: error })
    expect(await runner.runDue()).toBe(1)
    expect(await readJob(id)).toMatchObject({ attempts: 1, deadAt: null, lastError: 'EENVELOPE', lockedUntil: null })
    expect(await runner.runDue()).toBe(0)
    services.clock.advance(60_000)
    expect(await runner.runDue()).toBe(1)
    expect(await readJob(id)).toMatchObject({ attempts: 2, deadAt: services.clock.now() })
    services.clock.advance(86_400_000)
    expect(await runner.runDue()).toBe(0)
    expect(services.log.lines.map((line) => line.event)).toEqual(['job_failed', 'job_failed', 'job_dead'])
    expect(JSON.stringify(services.log.lines)).not.toContain('example.com')
  })

  it('of a process that died start again after the lease', async () => {
    const id = await enqueue()
    const lockedUntil = new Date(services.clock.now().getTime() + 60_000)
    await services.db.update(jobs).set({ lockedUntil, attempts: 1 }).where(eq(jobs.id, id))
    const runner = runnerWith({ maxAttempts: 3, run: async () => {} })
    expect(await runner.runDue()).toBe(0)
    services.clock.advance(60_001)
    expect(await runner.runDue()).toBe(1)
  })

  it('that outlast their lease are started by no one else while they run', async () => {
    let [begun, end] = [0, () => {}]
    const run = () => new Promise<void>((resolve) => ([begun, end] = [begun + 1, resolve]))
    const id = await enqueue()
    const first = runnerWith({ maxAttempts: 1, run }, { renewMs: 1 })
    const running = first.runDue()
    await expect.poll(() => begun).toBe(1)
    for (let lease = 0; lease < 20; lease += 1) {
      services.clock.advance(50_000)
      const now = services.clock.now().getTime()
      await expect.poll(async () => (await readJob(id))?.lockedUntil?.getTime()).toBe(now + 60_000)
    }
    expect(await runnerWith({ maxAttempts: 1, run }).runDue()).toBe(0)
    end()
    await running
    expect([begun, await readJob(id)]).toEqual([1, undefined])
  })

  it('that wait for a slow server leave room for the others, and one that ends lets the next begin', async () => {
    const ends: (() => void)[] = []
    const pour = { maxAttempts: 1, atMost: 4, run: () => new Promise<void>((resolve) => ends.push(resolve)) }
    let swept = 0
    const recurring = { sweep: { everyMs: 3_600_000, run: async () => void swept++ } }
    for (let index = 0; index < 9; index += 1) await enqueue({}, new Date(services.clock.now().getTime() - 1_000))
    const runner = new JobRunner(services, { handlers: { pour }, recurring, pollMs: 20 })
    await runner.start()
    await expect.poll(() => [ends.length, swept]).toEqual([4, 1])
    ends[0]?.()
    await expect.poll(() => ends.length).toBe(5)
    const stopped = runner.stop()
    for (const end of ends) end()
    await stopped
    expect((await services.db.select().from(jobs)).filter(({ kind }) => kind === 'pour')).toHaveLength(4)
  })

  it('that a clock wrote which was set back by a day begin in their time, and no other is touched', async () => {
    const dayMs = 86_400_000
    const now = services.clock.now()
    const later = (ms: number) => new Date(now.getTime() + ms)
    const row = (id: string, values: object) => ({
      id,
      kind: 'pour',
      payload: {},
      runAt: now,
      createdAt: now,
      ...values,
    })
    await services.db
      .insert(jobs)
      .values([
        row('recurring_sweep', { kind: 'sweep', runAt: later(dayMs + 60_000) }),
        row('written', { runAt: later(dayMs), createdAt: later(dayMs) }),
        row('written-for-later', { runAt: later(dayMs + 600_000), createdAt: later(dayMs) }),
        row('retried', { runAt: later(dayMs), attempts: 3 }),
        row('held', { lockedUntil: later(dayMs), attempts: 1 }),
        row('planned', { runAt: later(dayMs) }),
      ])
    const run: string[] = []
    const pour = { maxAttempts: 9, run: async () => void run.push('pour') }
    const recurring = { sweep: { everyMs: 60_000, run: async () => void run.push('sweep') } }
    const runner = new JobRunner(services, { handlers: { pour }, recurring, pollMs: 5 })
    await runner.start()
    await expect.poll(() => run.toSorted()).toEqual(['pour', 'pour', 'pour', 'sweep'])
    await runner.stop()
    const left = await services.db.select({ id: jobs.id, runAt: jobs.runAt }).from(jobs)
    expect(Object.fromEntries(left.map(({ id, runAt }) => [id, runAt]))).toEqual({
      recurring_sweep: later(60_000),
      'written-for-later': later(600_000),
      planned: later(dayMs),
    })
  })

  describe('that recur', () => {
    const old = { everyMs: 60_000, run: async () => {} }
    const longAgo = () => new Date(services.clock.now().getTime() - 86_400_000)
    const insert = (kind: string, values: object) =>
      services.db
        .insert(jobs)
        .values({ id: `recurring_${kind}`, kind, payload: {}, runAt: longAgo(), createdAt: longAgo(), ...values })
    const left = async () => (await services.db.select({ id: jobs.id }).from(jobs)).map(({ id }) => id).toSorted()

    it('and that no server knows any more are forgotten, those that someone runs or comes for are not', async () => {
      const now = services.clock.now().getTime()
      await insert('gone', { lastError: 'ETIMEDOUT', attempts: 7 })
      await insert('crashed', { lockedUntil: longAgo() })
      await insert('of_an_older_server', { runAt: new Date(now - 60_000) })
      await insert('runs_elsewhere', { lockedUntil: new Date(now + 60_000) })
      await services.db
        .insert(jobs)
        .values({ id: 'job_1', kind: 'other', payload: {}, runAt: longAgo(), createdAt: longAgo() })
      const runner = new JobRunner(services, { handlers: {}, recurring: { sweep: old }, pollMs: 5 })
      await runner.start()
      const kept = ['job_1', 'recurring_of_an_older_server', 'recurring_runs_elsewhere', 'recurring_sweep']
      await expect.poll(left).toEqual(kept)
      await runner.stop()
      const told = services.log.lines.filter(({ event }) => event === 'job_forgotten')
      expect(told.map(({ details }) => details).toSorted(byKind)).toEqual([{ kind: 'crashed' }, { kind: 'gone' }])
    })

    it('come back where a server of the version before, which still runs them, finds them gone', async () => {
      let ran = 0
      const runner = new JobRunner(services, {
        handlers: {},
        recurring: { sweep: { everyMs: 3_600_000, run: async () => void (ran += 1) } },
        pollMs: 5,
      })
      await runner.start()
      await expect.poll(() => ran).toBe(1)
      await services.db.delete(jobs)
      services.clock.advance(61_000)
      await expect.poll(() => ran).toBe(2)
      await runner.stop()
    })
  })

  it('are not waited for longer than a stop has time, and begin again after their lease', async () => {
    let end = () => {}
    const id = await enqueue()
    const runner = runnerWith({ maxAttempts: 3, run: () => new Promise<void>((resolve) => (end = resolve)) })
    await runner.start()
    await expect.poll(async () => (await readJob(id))?.attempts).toBe(1)
    await runner.stop(20)
    expect(services.log.lines).toMatchObject([{ level: 'warn', event: 'job_left', details: { kind: 'pour' } }])
    expect((await readJob(id))?.lockedUntil).not.toBeNull()
    end()
    await runner.stop()
    expect(await readJob(id)).toBeUndefined()
  })

  it('run once though several runners ask', async () => {
    let runs = 0
    const runners = [0, 1, 2].map(() => runnerWith({ maxAttempts: 1, run: async () => void runs++ }))
    for (let index = 0; index < 15; index++) await enqueue()
    await Promise.all(runners.map((runner) => runner.runDue()))
    expect(runs).toBe(15)
  })

  it('under way are finished before stop resolves', async () => {
    let finished = false
    let finish = () => {}
    const gate = new Promise<void>((resolve) => (finish = resolve))
    const run = async () => {
      await gate
      finished = true
    }
    const runner = runnerWith({ maxAttempts: 1, run })
    const id = await enqueue()
    await runner.start()
    await expect.poll(async () => (await readJob(id))?.attempts).toBe(1)
    const stopped = runner.stop()
    finish()
    await stopped
    expect(finished).toBe(true)
    expect(await readJob(id)).toBeUndefined()
  })

  it('that recur learn of the stop, and one that ended for it has not failed and is due at the next start', async () => {
    let begun = 0
    const endless = async (_: unknown, signal: AbortSignal) => {
      begun += 1
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      signal.throwIfAborted()
    }
    const next = { handlers: {}, recurring: { sweep: { everyMs: 60_000, run: async () => void begun++ } } }
    const first = new JobRunner(services, { handlers: {}, recurring: { sweep: { everyMs: 60_000, run: endless } } })
    await first.start()
    await expect.poll(() => begun).toBe(1)
    await first.stop()
    expect(await readJob('recurring_sweep')).toMatchObject({ attempts: 0, lastError: null, lockedUntil: null })
    expect(services.log.lines).toMatchObject([{ level: 'info', event: 'job_stopped', details: { kind: 'sweep' } }])
    await new JobRunner(services, next).runDue()
    expect(begun).toBe(2)
  })

  it('that fail while the server stops have failed', async () => {
    const run = async (_: unknown, signal: AbortSignal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      return error()
    }
    const runner = new JobRunner(services, { handlers: {}, recurring: { sweep: { everyMs: 60_000, run } } })
    await runner.start()
    await expect.poll(async () => (await readJob('recurring_sweep'))?.attempts).toBe(1)
    await runner.stop()
    expect(await readJob('recurring_sweep')).toMatchObject({ attempts: 1, lastError: 'EENVELOPE' })
  })

  it('that recur have one row and come back after their pause', async () => {
    let runs = 0
    const options = { handlers: {}, recurring: { sweep: { everyMs: 60_000, run: async () => void runs++ } } }
    const first = new JobRunner(services, options)
    const second = new JobRunner(services, options)
    for (const runner of [first, second]) {
      await runner.start()
      await runner.stop()
    }
    await first.runDue()
    expect(await services.db.select().from(jobs)).toMatchObject([{ id: 'recurring_sweep', attempts: 0 }])
    services.clock.advance(60_001)
    await first.runDue()
    expect(runs).toBe(2)
  })
})

describe('the pause before a retry', () => {
  it('doubles up to a quarter of an hour', () => {
    for (const [attempt, longestMs] of [
      [1, 2_000],
      [2, 4_000],
      [5, 32_000],
      [40, 900_000],
    ] as const) {
      const delay = retryDelayMs(attempt)
      expect(delay).toBeGreaterThanOrEqual(longestMs / 2)
      expect(delay).toBeLessThanOrEqual(longestMs)
    }
  })
})
