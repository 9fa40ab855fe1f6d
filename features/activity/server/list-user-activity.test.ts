import { beforeAll, describe, expect, it } from 'vitest'
import type { UserActor } from '@quaff/platform/server'
import { anonymous, asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { planOf } from '@quaff/platform/testing/query-plan'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { userActivityInput } from '../user-activity-contract'
import { listUserActivity } from './read-activity'
import { userActivity } from './tables'
import { userActivityQuery } from './user-activity-store'

const dayMs = 86_400_000
const agent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'
let services: TestServices
let admin: UserActor
let person: UserActor
beforeAll(async () => {
  services = await createTestServices()
  admin = await asAdmin(services, { displayName: 'Maya Lindqvist' })
})

type Row = Partial<typeof userActivity.$inferInsert> & { ageMs?: number }
async function insert(userId: string, rows: readonly Row[]): Promise<void> {
  const now = services.clock.now().getTime()
  await services.db
    .insert(userActivity)
    .values(
      rows.map(({ ageMs = 0, ...row }) => ({
        id: services.ids.newId('act'),
        userId,
        action: 'sign_in',
        userAgent: agent,
        occurredAt: new Date(now - ageMs),
        ...row,
      })),
    )
}
const list = (actor: UserActor, userId: string, input: object = {}) =>
  listUserActivity(contextAs(services, actor), userActivityInput.parse({ userId, ...input }))

describe('the activity of a person', () => {
  it('§7 §9 goes back exactly thirty days, newest first', async () => {
    person = await asOwner(services, ['mer_1'])
    await insert(person.userId, [
      { action: 'oldest', ageMs: 30 * dayMs },
      { action: 'too_old', ageMs: 30 * dayMs + 1 },
      { action: 'newest' },
      { action: 'between', ageMs: dayMs },
    ])
    const entries = await list(admin, person.userId)
    expect(entries.map(({ action }) => action)).toEqual(['newest', 'between', 'oldest'])
    expect(entries[0]).toEqual({
      id: expect.any(String),
      userId: person.userId,
      action: 'newest',
      details: {},
      timestamp: services.clock.now(),
      userAgent: agent,
      byName: null,
    })
    expect((await list(admin, person.userId, { days: 1 })).map(({ action }) => action)).toEqual(['newest', 'between'])
  })

  it('§9 has at most a hundred entries', async () => {
    const { userId } = await asViewer(services, ['mer_1'])
    await insert(
      userId,
      Array.from({ length: 120 }, (_, index) => ({ ageMs: index, action: `a_${index}` })),
    )
    const entries = await list(admin, userId)
    expect([entries.length, entries[99]?.action]).toEqual([100, 'a_99'])
    expect(await list(admin, userId, { limit: 5 })).toHaveLength(5)
    for (const input of [{ limit: 101 }, { days: 31 }, { limit: 0 }, { days: 1.5 }, { other: 1 }])
      expect(userActivityInput.safeParse({ userId, ...input }).success, JSON.stringify(input)).toBe(false)
  })

  it('names the actor to administrators; the person sees the actor’s role', async () => {
    const [target, owner] = [await asViewer(services, ['mer_1']), await asOwner(services, ['mer_1'])]
    await insert(target.userId, [
      { details: { by: admin.userId }, ageMs: 1 },
      { details: { by: owner.userId, role: 'merchant_viewer' }, ageMs: 2 },
      { details: { by: 'usr_gone' }, ageMs: 3 },
    ])
    const seen = await list(admin, target.userId)
    expect(seen.map(({ byName }) => byName)).toEqual(['Maya Lindqvist', 'Test Person', 'a deleted account'])
    expect(seen[0]).toMatchObject({ details: { by: admin.userId }, userAgent: agent })
    const own = await list(target, target.userId)
    expect(own.map(({ byName, userAgent }) => [byName, userAgent])).toEqual([
      ['an administrator', null],
      ['an owner', null],
      ['an owner', null],
    ])
    expect(JSON.stringify(own)).not.toMatch(/Maya|Test Person/)
    expect(own.map(({ details }) => details)).toEqual([{}, { role: 'merchant_viewer' }, {}])
  })

  it('never shows a browser or unlisted details', async () => {
    const { userId } = await asOwner(services, ['mer_1'])
    await insert(userId, [{ details: { method: 'password', browser: 'a-keyed-hash', token: 'secret' } }])
    expect((await list(admin, userId))[0]?.details).toEqual({ method: 'password' })
  })

  it('is read along its index', async () => {
    const query = userActivityQuery(services.db, { userId: 'usr_1', since: new Date(0), limit: 100 })
    expect(await planOf(services.db, query, { without: ['seqscan', 'bitmapscan'] })).toContain('user_activity_user')
  })
})

describe('access to activity', () => {
  const notFound = { code: 'NOT_FOUND', reason: 'USER' }

  it('is given to all users for themselves, in any role', async () => {
    for (const actor of [await asOwner(services, []), await asViewer(services, []), await asCustomRole(services)])
      expect(await list(actor, actor.userId)).toEqual([])
  })

  it('is given only to administrators for others; all refusals look alike', async () => {
    const colleague = await asViewer(services, ['mer_1'])
    const refusals = []
    for (const userId of [colleague.userId, admin.userId, 'usr_missing'])
      refusals.push(await list(person, userId).catch((error: unknown) => error))
    for (const refusal of refusals) expect(refusal).toMatchObject(notFound)
    expect(new Set(refusals.map(String)).size).toBe(1)
    await expect(list(admin, 'usr_missing')).rejects.toMatchObject(notFound)
  })

  it('is denied without a session and before a required second factor is set up', async () => {
    const input = userActivityInput.parse({ userId: person.userId })
    await expect(listUserActivity(contextAs(services, anonymous), input)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
    const halfway = { ...person, mustEnrol: true as const }
    await expect(list(halfway, person.userId)).rejects.toMatchObject({ reason: 'ENROL_SECOND_FACTOR' })
  })
})
