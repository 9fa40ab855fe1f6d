import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addUserActivity } from '@quaff/features/activity/server'
import { type Context, inTransaction, type UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asViewer } from '@quaff/platform/testing/actors'
import { watchJoining } from '@quaff/platform/testing/live/watch-joining'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { streamLive } from './open-streams'
import { endOtherSessions, endOwnSession, listOwnSessions, saveOwnCsvDialect } from './own-sessions'
import { currentSession } from './present-session'
import { endPreview } from './preview'
import { resolveActor, requireRecentSignIn, openSession } from './session-gate'
import { sessions } from './tables'

let services: TestServices
const as = (actor: UserActor) => contextAs(services, actor)
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

beforeAll(async () => {
  services = await createTestServices()
})

/** Signs the person in once more, from a phone. */
async function signInElsewhere(actor: UserActor): Promise<UserActor> {
  services.clock.advance(1_000)
  const ctx = contextAs(services, undefined, { network: '198.51.100.23', userAgent: phone })
  const opened = await inTransaction(ctx, (tx) => openSession(ctx, tx, actor.userId, { passwordSetup: false }))
  const found = await resolveActor(services, opened.token)
  if (found.kind === 'anonymous') throw new Error('not signed in')
  return found
}

const idsOf = async (userId: string) =>
  (await services.db.select().from(sessions).where(eq(sessions.userId, userId))).map(({ id }) => id)

it('my choice of a CSV format is in my session on every device, and in no one else’s', async () => {
  const [ada, bob] = [await asAdmin(services), await asAdmin(services)]
  const choiceIn = async (actor: UserActor) => {
    const found = await resolveActor(services, actor.sessionId)
    return (await currentSession(contextAs(services, found)))?.user.csvDialect
  }
  expect(await choiceIn(ada)).toBeUndefined()
  await saveOwnCsvDialect(as(ada), { csvDialect: 'semicolon' })
  await saveOwnCsvDialect(as(ada), { csvDialect: 'swiss' })
  expect([await choiceIn(ada), await choiceIn(bob)]).toEqual(['swiss', undefined])
})

describe('my sessions', () => {
  it('say where I am signed in, this session first, and nothing of other people or of expired sessions', async () => {
    const viewer = await asViewer(services, ['mer_1'])
    await asAdmin(services)
    const other = await signInElsewhere(viewer)
    const expired = await signInElsewhere(viewer)
    await services.db
      .update(sessions)
      .set({ expiresAt: services.clock.now() })
      .where(eq(sessions.id, expired.sessionId))
    expect(await listOwnSessions(as(viewer))).toEqual([
      expect.objectContaining({ id: viewer.sessionId, isCurrent: true, device: 'Unknown device', network: null }),
      {
        id: other.sessionId,
        isCurrent: false,
        device: 'Safari on iPhone',
        network: '198.51.100.x',
        signedInAt: expect.any(Date),
        lastSeenAt: expect.any(Date),
      },
    ])
  })

  it('are the 50 used last and a sign of more, however many there are', async () => {
    const viewer = await asViewer(services, ['mer_1'])
    const [own] = await services.db.select().from(sessions).where(eq(sessions.id, viewer.sessionId))
    if (!own) throw new Error('There is no session')
    const many = Array.from({ length: 300 }, (_, at) => ({
      ...own,
      id: `ses_many_${at}`,
      tokenHash: `hash_${at}`,
      lastSeenAt: new Date(own.lastSeenAt.getTime() + at * 60_000),
    }))
    await services.db.insert(sessions).values(many)
    const listed = await listOwnSessions(as(viewer))
    expect(listed).toHaveLength(51)
    expect(listed.slice(0, 3).map(({ id }) => id)).toEqual([viewer.sessionId, 'ses_many_299', 'ses_many_298'])
  })

  it('end one by one: the next request is refused and the stream closes', async () => {
    const admin = await asAdmin(services)
    const other = await signInElsewhere(admin)
    const joined = watchJoining(services.live)
    const stream = await streamLive(as(other), { overlapMs: 0 })
    expect(await stream.next()).toMatchObject({ value: { kind: 'hello' } })
    const closed = stream.next()
    await joined()
    expect(await endOwnSession(as(admin), { sessionId: other.sessionId }, addUserActivity)).toEqual({ success: true })
    expect(await closed).toMatchObject({ value: { kind: 'ended', why: 'other' } })
    expect(await stream.next()).toMatchObject({ done: true })
    expect(await idsOf(admin.userId)).toEqual([admin.sessionId])
    const [audit] = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, admin.userId))
    expect(audit).toMatchObject({
      action: 'end_session',
      after: { sessionId: other.sessionId, device: 'Safari on iPhone' },
    })
  })

  it('end all but this one', async () => {
    const admin = await asAdmin(services)
    await signInElsewhere(admin)
    await signInElsewhere(admin)
    expect(await endOtherSessions(as(admin), addUserActivity)).toEqual({ ended: 2 })
    expect(await idsOf(admin.userId)).toEqual([admin.sessionId])
    expect(await endOtherSessions(as(admin), addUserActivity)).toEqual({ ended: 0 })
  })
})

describe('a session that is not mine', () => {
  it('is answered like one that does not exist, also to administrators', async () => {
    const [admin, victim] = [await asAdmin(services), await asViewer(services, ['mer_1'])]
    const foreign = await endOwnSession(as(admin), { sessionId: victim.sessionId }, addUserActivity).catch(
      (error: unknown) => error,
    )
    const missing = await endOwnSession(as(admin), { sessionId: 'ses_nowhere' }, addUserActivity).catch(
      (error: unknown) => error,
    )
    expect(foreign).toEqual(missing)
    expect(foreign).toMatchObject({ code: 'NOT_FOUND' })
    expect(await idsOf(victim.userId)).toEqual([victim.sessionId])
  })
})

it('refuses to end the session that asks: signing out does that', async () => {
  const admin = await asAdmin(services)
  const attempt = endOwnSession(as(admin), { sessionId: admin.sessionId }, addUserActivity)
  await expect(attempt).rejects.toMatchObject({ code: 'BAD_REQUEST', reason: 'THIS_SESSION' })
})

it.each<[string, (ctx: Context) => Promise<unknown>]>([
  ['see the own sessions', listOwnSessions],
  ['end one of them', (ctx) => endOwnSession(ctx, { sessionId: 'ses_other' }, addUserActivity)],
  ['end all others', (ctx) => endOtherSessions(ctx, addUserActivity)],
  ['listen to what changes', (ctx) => streamLive(ctx, { signal: AbortSignal.abort() })],
  ['end a preview', endPreview],
  ['pass for someone who has just signed in', async (ctx) => requireRecentSignIn(ctx)],
])('a second factor has to be set up first, before one may %s', async (_, attempt) => {
  const ctx = as({ ...(await asAdmin(services)), mustEnrol: true })
  await expect(attempt(ctx)).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'ENROL_SECOND_FACTOR' })
})

it('a sign-in is recent for five minutes', async () => {
  const admin = await asAdmin(services)
  services.clock.advance(5 * 60_000)
  expect(requireRecentSignIn(as(admin))).toBe(admin)
  services.clock.advance(1)
  expect(() => requireRecentSignIn(as(admin))).toThrow(expect.objectContaining({ reason: 'SIGN_IN_AGAIN' }))
})
