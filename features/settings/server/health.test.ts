import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readMigrationTimes } from '@quaff/database/migrate'
import type { Services } from '@quaff/platform/server'
import { adminAuditLogs, jobs, outboxMails } from '@quaff/platform/server/tables'
import { anonymous, asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import type { HealthPart, PartHealth } from '../health-contract'
import { checkHealth, runProbe } from './check-health'
import { retryFailed } from './retry-failed'
import { platformSettings } from './tables'

let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices({ settings: { migrationTimes: readMigrationTimes() } })
})
beforeEach(async () => {
  await services.database.truncate()
  admin = contextAs(services, await asAdmin(services, { email: 'ada.secret@quaff.test' }))
  const updatedAt = services.clock.now()
  await services.db.insert(platformSettings).values({ key: 'supportAddress', value: 'help@quaff.test', updatedAt })
})

// Probes measure time; with a frozen clock a busy machine does not look like a slow database.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())
/** Nor for a broken one. */
const patienceMs = 60_000

async function check(
  part: HealthPart,
  ctx: TestContext = admin,
): Promise<PartHealth & { detail: (label: string) => unknown }> {
  const found = (await checkHealth(ctx, patienceMs)).parts.find((one) => one.part === part)
  if (!found) throw new Error(`${part} was not checked`)
  return { ...found, detail: (label) => found.facts.find((detail) => detail.label === label)?.value }
}

async function mail(id: string, facts: { sentAt?: Date } = {}): Promise<void> {
  const body = { toAddress: 'guest@quaff.test', template: 't', subject: 's', html: '', text: '' }
  await services.db.insert(outboxMails).values({ id, ...body, createdAt: services.clock.now(), ...facts })
}

async function job(id: string, facts: Partial<typeof jobs.$inferInsert> = {}): Promise<void> {
  const now = services.clock.now()
  await services.db.insert(jobs).values({ id, kind: 'prune', payload: {}, runAt: now, createdAt: now, ...facts })
}

describe('system health', () => {
  it('tells with the database how many of its replicas answer', async () => {
    const state = { behindBytes: null, behindSeconds: 0 }
    const replicas: Services['replicas'] = {
      openReader: () => Promise.resolve(services.db),
      askFirst: async (ask) => ({ answer: await ask(services.db), db: services.db, isAlone: false }),
      isAlone: () => false,
      canAnswer: () => true,
      count: () => 0,
      look: () => Promise.resolve([true, false].map((isUp) => ({ ...state, address: 'secret.example', isUp }))),
      close: () => Promise.resolve(),
    }
    const { state: verdict, detail, facts } = await check('database', { ...admin, replicas })
    expect([verdict, detail('Replicas'), detail('Longest lag')]).toEqual(['ok', '1 of 2 responding', '0.0 s'])
    expect(JSON.stringify(facts)).not.toContain('secret.example')
  })

  it('tries each part and takes a sound system for sound', async () => {
    await job('recurring_prune')
    const { parts, version } = await checkHealth(admin, patienceMs)
    expect(Object.fromEntries(parts.map(({ part, state }) => [part, state]))).toEqual({
      database: 'ok',
      signIn: 'ok',
      mail: 'ok',
      files: 'ok',
      live: 'ok',
      jobs: 'ok',
      version: 'unknown',
    })
    expect(version).toBe('1.2.3 (0123456789ab)')
  })

  it('needs an address of support', async () => {
    await services.db.delete(platformSettings)
    const { state, hint, detail } = await check('mail')
    expect([state, detail('Support email')]).toEqual(['warn', 'not set'])
    expect(hint).toContain('Add a support email')
  })

  it('counts the migrations that this server brings along and the database lacks', async () => {
    const times = [...readMigrationTimes(), Date.parse('2099-01-01T00:00:00Z')]
    const ahead = { ...admin, settings: { ...admin.settings, migrationTimes: times } }
    const database = await check('database', ahead)
    expect([database.state, database.detail('Pending migrations')]).toEqual(['fail', '1'])
  })

  it('knows what waits in the mail queue, since when, and what was given up', async () => {
    await mail('mail_sent', { sentAt: services.clock.now() })
    await mail('mail_old')
    services.clock.advance(6 * 60_000)
    await mail('mail_new')
    await job('job_1', { kind: 'send_mail', payload: { mailId: 'mail_old' }, lastError: 'ECONNREFUSED' })
    const waiting = await check('mail')
    expect([waiting.state, waiting.detail('Waiting'), waiting.detail('Last error')]).toEqual([
      'warn',
      '2',
      'ECONNREFUSED',
    ])
    expect(waiting.detail('Oldest in queue')).toEqual(new Date(services.clock.now().getTime() - 6 * 60_000))
    await services.db.update(jobs).set({ deadAt: services.clock.now() }).where(eq(jobs.id, 'job_1'))
    const dead = await check('mail')
    expect([dead.state, dead.detail('Waiting'), dead.detail('Failed')]).toEqual(['fail', '1', '1'])
    expect(dead.detail('Oldest in queue')).toEqual(services.clock.now())
  })

  it('names each recurring job, and what was given up with its last error', async () => {
    await job('recurring_prune', { attempts: 2, lastError: '23505' })
    await job('job_1', { kind: 'forget_merchant', deadAt: services.clock.now(), lastError: 'ETIMEDOUT' })
    const found = await check('jobs')
    expect(found.state).toBe('warn')
    expect(found.facts).toEqual([
      { label: 'prune', value: 'runs now, failed 2 times: 23505' },
      { label: 'forget_merchant (failed)', value: '1, last error ETIMEDOUT' },
    ])
  })

  it('runs failed emails again, and failed jobs, each with all attempts', async () => {
    const deadAt = services.clock.now()
    await mail('mail_1')
    await job('job_1', { kind: 'send_mail', payload: { mailId: 'mail_1' }, attempts: 9, deadAt, lastError: 'EAUTH' })
    await job('job_2', { kind: 'forget_merchant', attempts: 5, deadAt, lastError: 'ETIMEDOUT' })
    expect([(await check('mail')).failed, (await check('jobs')).failed]).toEqual([1, 1])
    services.clock.advance(60_000)
    expect(await retryFailed(admin, { part: 'mail' })).toEqual({ retried: 1 })
    const rows = await services.db.select().from(jobs).orderBy(jobs.id)
    expect(rows.map(({ attempts, deadAt }) => [attempts, deadAt])).toEqual([
      [0, null],
      [5, deadAt],
    ])
    expect(rows[0]?.runAt).toEqual(services.clock.now())
    expect(await retryFailed(admin, { part: 'mail' })).toEqual({ retried: 0 })
    expect(await retryFailed(admin, { part: 'jobs' })).toEqual({ retried: 1 })
    const audits = await services.db.select().from(adminAuditLogs)
    expect(audits.map(({ action }) => action)).toEqual(['retry_failed_jobs', 'retry_failed_jobs'])
    expect((await check('mail')).failed).toBeUndefined()
  })

  it('finds broken files without taking the other parts for broken', async () => {
    const denied = Object.assign(new Error('EACCES: /secret/folder'), { code: 'EACCES' })
    const files = { ...services.files, check: () => Promise.reject(denied) }
    const broken = { ...admin, files }
    const { parts } = await checkHealth(broken, patienceMs)
    expect(parts.find(({ part }) => part === 'files')).toMatchObject({
      state: 'fail',
      facts: [{ label: 'Error', value: 'EACCES' }],
    })
    expect(parts.find(({ part }) => part === 'database')?.state).toBe('ok')
  })

  it('finds a live connection that delivers nothing', async () => {
    const deaf: TestContext['live'] = { wake() {}, follow: () => ({ resume() {}, leave() {} }), async *subscribe() {} }
    expect(await check('live', { ...admin, live: deaf })).toMatchObject({ state: 'fail' })
  })

  it('bears a live connection that breaks while the event is written', async () => {
    const breaking: TestContext['live'] = {
      wake() {},
      follow: () => ({ resume() {}, leave() {} }),
      subscribe: () => ({
        [Symbol.asyncIterator]: () => ({
          next: () => Promise.reject(Object.assign(new Error('cut'), { code: 'ECONNRESET' })),
        }),
      }),
    }
    const { state, facts } = await check('live', { ...admin, live: breaking })
    expect([state, facts]).toEqual(['fail', [{ label: 'Error', value: 'ECONNRESET' }]])
  })

  it('holds no address, name or secret', async () => {
    await mail('mail_1')
    await job('job_1', { kind: 'send_mail', payload: { mailId: 'mail_1' }, lastError: 'ECONNREFUSED' })
    const text = JSON.stringify(await checkHealth(admin, patienceMs))
    for (const secret of ['guest@quaff.test', 'ada.secret', 'mail_1', 'only tests know'])
      expect(text).not.toContain(secret)
  })

  it('is for administrators, and nothing is tried for others', async () => {
    const events = async () =>
      (await services.db.execute<Record<string, unknown>>(sql`select 1 from live_events`)).rows.length
    for (const actor of [anonymous, await asOwner(services, ['a']), await asViewer(services, ['a'])]) {
      await expect(checkHealth(contextAs(services, actor))).rejects.toMatchObject({
        code: actor.kind === 'anonymous' ? 'UNAUTHORIZED' : 'FORBIDDEN',
      })
    }
    expect(await events()).toBe(0)
  })
})

describe('a probe', () => {
  it('that does not answer in time is broken, and is aborted', async () => {
    let told = false
    const run = (signal: AbortSignal) => {
      signal.addEventListener('abort', () => (told = true))
      return new Promise<never>(() => {})
    }
    const found = await runProbe({ part: 'files', run, hint: 'Look.' }, 20)
    expect(found).toMatchObject({ state: 'fail', facts: [{ value: 'No response in time' }], hint: 'Look.' })
    expect(told).toBe(true)
  })

  it('that fails late, after no one waits, disturbs no one', async () => {
    const run = () => new Promise<never>((_, reject) => setTimeout(() => reject(new Error('late')), 40))
    expect(await runProbe({ part: 'files', run, hint: '' }, 10)).toMatchObject({ state: 'fail' })
    await new Promise((resolve) => setTimeout(resolve, 60))
  })
})
