import { call } from '@orpc/server'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { adminRecords, userMerchants, users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { inTransaction, type LiveTopic, publishLive, type UserActor } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { watchOwnTime } from '@quaff/platform/testing/live/own-time'
import { watchJoining } from '@quaff/platform/testing/live/watch-joining'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import type { LiveMessage } from '../contract'
import { createSessionsRouter } from './index'
import { countStreams, type LiveOptions, streamLive } from './open-streams'
import { endSessions } from './own-sessions'
import { endPreview, startPreview } from './preview'
import { resolveActor, openSession } from './session-gate'
import { sessions } from './tables'

const noNote = () => Promise.resolve()
let services: TestServices
const open = new Set<AbortController>()

beforeAll(async () => {
  services = await createTestServices()
})
afterEach(() => {
  for (const controller of open) controller.abort()
  open.clear()
})

/** Reads in the background; `ended` resolves with what was read. */
async function listen(actor: UserActor, { reviewEveryMs, overlapMs = 0 }: Omit<LiveOptions, 'signal'> = {}) {
  const controller = new AbortController()
  open.add(controller)
  const read: LiveMessage[] = []
  const joined = watchJoining(services.live)
  const stream = await streamLive(contextAs(services, actor), { signal: controller.signal, reviewEveryMs, overlapMs })
  const ended = (async () => {
    for await (const message of stream) read.push(message)
    return read
  })()
  await expect.poll(() => read.length).toBe(1)
  await joined()
  return { read, ended, stop: () => controller.abort() }
}

const publish = (topic: LiveTopic, subjectId: string, merchantId: string | null = null) =>
  inTransaction(services, (tx) => publishLive(tx, { topic, subjectId, merchantId }))

describe('the live stream', () => {
  it('greets with the version, then sends ids to an administrator', async () => {
    const admin = await listen(await asAdmin(services))
    await publish('merchant', 'mer_7', 'mer_7')
    await expect
      .poll(() => admin.read)
      .toEqual([
        { kind: 'hello', version: 'test' },
        { kind: 'event', topic: 'merchant', subjectId: 'mer_7', merchantId: 'mer_7' },
      ])
  })

  it('begins before the reader came, so that nothing falls between reading and joining', async () => {
    const actor = await asOwner(services, ['mer_early'])
    await publish('redemption', 'mer_early', 'mer_early')
    const controller = new AbortController()
    open.add(controller)
    const stream = await streamLive(contextAs(services, actor), { signal: controller.signal })
    expect((await stream.next()).value).toEqual({ kind: 'hello', version: 'test' })
    const event = { kind: 'event', topic: 'redemption', subjectId: 'mer_early', merchantId: 'mer_early' }
    expect((await stream.next()).value).toEqual(event)
  })

  it('begins where a page was opened that has read nothing before', async () => {
    const actor = await asOwner(services, ['mer_before', 'mer_since'])
    await publish('redemption', 'mer_before', 'mer_before')
    await services.db.execute(
      sql`update live_events set created_at = now() - interval '25 seconds' where subject_id = 'mer_before'`,
    )
    await publish('redemption', 'mer_since', 'mer_since')
    const controller = new AbortController()
    open.add(controller)
    const router = createSessionsRouter(noNote)
    const stream = await call(
      router.live,
      { agoMs: 20_000 },
      { context: contextAs(services, actor), signal: controller.signal },
    )
    expect((await stream.next()).value).toEqual({ kind: 'hello', version: 'test' })
    expect((await stream.next()).value).toMatchObject({ kind: 'event', subjectId: 'mer_since' })
  })

  it('dates an event when it is written, so that a page opened during a long transaction receives it', async () => {
    const dates = await inTransaction(services, async (tx) => {
      // Times are stored in milliseconds.
      await tx.execute(sql`select pg_sleep(0.005)`)
      await publishLive(tx, { topic: 'merchant', subjectId: 'mer_long' })
      const { rows } = await tx.execute<{ later: boolean }>(
        sql`select created_at > now() as later from live_events where subject_id = 'mer_long'`,
      )
      return rows
    })
    expect(dates).toEqual([{ later: true }])
  })

  it('sends an owner the own merchants only, and no audit', async () => {
    const owner = await listen(await asOwner(services, ['mer_1']))
    await publish('merchant', 'mer_2', 'mer_2')
    await publish('audit', 'mer_1', 'mer_1')
    await publish('session', 'usr_somebody')
    await publish('user', 'usr_somebody')
    await publish('redemption', 'mer_1', 'mer_1')
    await expect
      .poll(() => owner.read.slice(1))
      .toEqual([{ kind: 'event', topic: 'redemption', subjectId: 'mer_1', merchantId: 'mer_1' }])
  })

  it('ends within two seconds of the end of the session, with no event after it', async () => {
    const actor = await asAdmin(services)
    const stream = await listen(actor)
    await inTransaction(services, async (tx) => {
      await endSessions(tx, actor.userId)
      await publishLive(tx, { topic: 'merchant', subjectId: 'mer_after' })
    })
    const passedMs = watchOwnTime()
    await stream.ended
    expect(passedMs()).toBeLessThan(2_000)
    expect(stream.read.slice(1)).toEqual([{ kind: 'ended', why: 'other' }])
  })

  it('ends when another user signs in with the same browser', async () => {
    const [first, second] = [await asAdmin(services), await asAdmin(services)]
    const stream = await listen(first)
    await inTransaction(services, (tx) =>
      openSession(contextAs(services, first), tx, second.userId, { passwordSetup: false }),
    )
    await stream.ended
  })

  it('§7 says that the own account changed and goes on under the new rights', async () => {
    const actor = await asOwner(services, ['mer_1'])
    const stream = await listen(actor)
    await publish('user', actor.userId)
    await expect.poll(() => stream.read.map((message) => message.kind)).toEqual(['hello', 'session', 'event'])
  })

  it('notices at its regular review what no event told', async () => {
    const actor = await asAdmin(services)
    const stream = await listen(actor, { reviewEveryMs: 50 })
    await services.db.update(users).set({ status: 'suspended' }).where(eq(users.id, actor.userId))
    await stream.ended
    expect(stream.read.at(-1)).toEqual({ kind: 'ended', why: 'suspended' })
  })

  it('§G10 reads its rights again at that review', async () => {
    const actor = await asOwner(services, ['mer_kept', 'mer_lost'])
    const stream = await listen(actor, { reviewEveryMs: 50 })
    await services.db.delete(userMerchants).where(eq(userMerchants.merchantId, 'mer_lost'))
    const seesLostEvent = async () => {
      const before = stream.read.length
      await publish('redemption', 'red_lost', 'mer_lost')
      await publish('redemption', 'red_kept', 'mer_kept')
      const since = () => stream.read.slice(before).map((read) => (read.kind === 'event' ? read.subjectId : read.kind))
      await expect.poll(since).toContain('red_kept')
      return since().includes('red_lost')
    }
    await expect.poll(seesLostEvent).toBe(false)
  })

  it('is reviewed together with all others that are due, in one question', async () => {
    const actors = await Promise.all([asAdmin(services), asAdmin(services), asOwner(services, ['mer_1'])])
    const requested = vi.spyOn(services.db.$client, 'query')
    onTestFinished(() => requested.mockRestore())
    await Promise.all(actors.map((actor) => listen(actor, { reviewEveryMs: 50 })))
    const ids = actors.map(({ sessionId }) => sessionId).toSorted((one, other) => (one < other ? -1 : 1))
    const questions = () =>
      requested.mock.calls.map((call) => {
        const [values]: unknown[] = Array.isArray(call[1]) ? call[1] : []
        return Array.isArray(values) ? values.map(String).toSorted((one, other) => (one < other ? -1 : 1)) : values
      })
    await expect.poll(questions).toContainEqual(ids)
  })

  it('breaks off without a word when the database fails, and the log says so', async () => {
    const own = await createTestServices({ database: services.database })
    let isAway = false
    const db = new Proxy(own.db, {
      get(target, key) {
        if (isAway) throw new Error('words of the database')
        const value: unknown = Reflect.get(target, key)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const actor = await asAdmin(own)
    const joined = watchJoining(own.live)
    const stream = await streamLive(contextAs({ ...own, db }, actor), { overlapMs: 0 })
    expect((await stream.next()).value).toMatchObject({ kind: 'hello' })
    const next = stream.next()
    await joined()
    expect(countStreams(own.live)).toBe(1)
    isAway = true
    await inTransaction(own, (tx) => publishLive(tx, { topic: 'user', subjectId: actor.userId }))
    expect(await next).toEqual({ done: true, value: undefined })
    expect(own.log.lines).toContainEqual(
      expect.objectContaining({ event: 'live_stream_failed', details: { reason: 'Error' } }),
    )
    expect(countStreams(own.live)).toBe(0)
  })

  it('says at its end what became of the person', async () => {
    const setStatus = (status: string) => (id: string) =>
      services.db.update(users).set({ status }).where(eq(users.id, id))
    const changes: [why: string, change: (userId: string) => Promise<unknown>][] = [
      ['suspended', setStatus('suspended')],
      [
        'rights',
        (id) => services.db.update(adminRecords).set({ role: 'merchant_viewer' }).where(eq(adminRecords.userId, id)),
      ],
      ['rights', (id) => services.db.delete(userMerchants).where(eq(userMerchants.userId, id))],
      ['removed', (id) => services.db.delete(users).where(eq(users.id, id))],
      ['other', async () => undefined],
    ]
    for (const [why, change] of changes) {
      const actor = await asOwner(services, ['mer_1'])
      const stream = await listen(actor)
      await change(actor.userId)
      await inTransaction(services, (tx) => endSessions(tx, actor.userId))
      expect((await stream.ended).at(-1)).toEqual({ kind: 'ended', why })
    }
  })

  it('tells anyone who leaves by themself nothing', async () => {
    const stream = await listen(await asAdmin(services))
    stream.stop()
    expect(await stream.ended).toEqual([{ kind: 'hello', version: 'test' }])
  })

  it('narrows to what a viewer of the merchant gets while a preview lasts, and widens again after it', async () => {
    const now = services.clock.now()
    await services.db
      .insert(merchants)
      .values({ id: 'mer_seen', name: 'Seen', statusChangedAt: now, createdAt: now, updatedAt: now })
    const admin = await asAdmin(services)
    const stream = await listen(admin)
    const publishAll = async () => {
      await publish('audit', 'mer_seen', 'mer_seen')
      await publish('user', 'usr_somebody')
      await publish('merchant', 'mer_other', 'mer_other')
      await publish('redemption', 'mer_seen', 'mer_seen')
    }
    const eventsAfter = (message: number) =>
      stream.read
        .slice(message)
        .flatMap((read) =>
          read.kind === 'event' && read.topic !== 'session' ? [`${read.topic} ${read.subjectId}`] : [],
        )

    await startPreview(contextAs(services, admin), { merchantId: 'mer_seen' })
    await publishAll()
    await expect.poll(() => eventsAfter(0)).toEqual(['redemption mer_seen'])
    expect(stream.read.map(({ kind }) => kind)).toEqual(['hello', 'session', 'event'])

    const previewing = await resolveActor(services, admin.sessionId)
    await endPreview(contextAs(services, previewing))
    await publishAll()
    await expect
      .poll(() => eventsAfter(3))
      .toEqual(['audit mer_seen', 'audit mer_seen', 'user usr_somebody', 'merchant mer_other', 'redemption mer_seen'])
  })

  it('opens with what a viewer gets when the preview began before it', async () => {
    const now = services.clock.now()
    await services.db
      .insert(merchants)
      .values({ id: 'mer_before', name: 'Before', statusChangedAt: now, createdAt: now, updatedAt: now })
    const owner = await asOwner(services, ['mer_before', 'mer_second'])
    const set = { previewMerchantId: 'mer_before' }
    await services.db.update(sessions).set(set).where(eq(sessions.id, owner.sessionId))
    const previewing = await resolveActor(services, owner.sessionId)
    if (previewing.kind !== 'user') throw new Error('signed out')
    const stream = await listen(previewing)
    await publish('redemption', 'red_1', 'mer_second')
    await publish('redemption', 'red_2', 'mer_before')
    await expect
      .poll(() => stream.read.slice(1))
      .toEqual([{ kind: 'event', topic: 'redemption', subjectId: 'red_2', merchantId: 'mer_before' }])
  })

  it('is refused to strangers, and after 20 streams of one person', async () => {
    await expect(streamLive(contextAs(services))).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const actor = await asAdmin(services)
    const controllers = Array.from({ length: 20 }, () => new AbortController())
    const others = countStreams(services.live)
    for (const { signal } of controllers) await streamLive(contextAs(services, actor), { signal })
    expect(countStreams(services.live) - others).toBe(20)
    await expect(streamLive(contextAs(services, actor))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    for (const controller of controllers) controller.abort()
    expect(countStreams(services.live)).toBe(others)
    const again = new AbortController()
    await expect(streamLive(contextAs(services, actor), { signal: again.signal })).resolves.toBeDefined()
    again.abort()
  })

  it('counts no one who left while the database was slow', async () => {
    const actor = await asAdmin(services)
    const others = countStreams(services.live)
    const stream = await streamLive(contextAs(services, actor), { signal: AbortSignal.abort() })
    expect(countStreams(services.live)).toBe(others)
    await stream.return()
    expect(countStreams(services.live)).toBe(others)
  })
})
