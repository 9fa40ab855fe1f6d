import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { userActivity } from '@quaff/features/activity/tables'
import { adminAuditLogs, liveEvents } from '@quaff/platform/server/tables'
import { anonymous, asCustomRole, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { updateProfileInput } from '../contract'
import { readPhoneNumber, updateProfile } from './update-profile'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

describe('the own profile', () => {
  it('§7 takes display name and phone number, with activity, audit and live event', async () => {
    const actor = await asViewer(services, [])
    services.clock.advance(60_000)
    const agent = 'Browser '.repeat(200)
    await updateProfile(contextAs(services, actor, { userAgent: agent }), {
      displayName: 'Ana\nPérez',
      phoneNumber: '(415) 555-2671',
    })
    const [row] = await services.db.select().from(users).where(eq(users.id, actor.userId))
    expect(row).toMatchObject({
      displayName: 'Ana Pérez',
      phoneNumber: '+14155552671',
      updatedAt: services.clock.now(),
      version: 2,
      role: 'merchant_viewer',
    })
    const [activity] = await services.db.select().from(userActivity).where(eq(userActivity.userId, actor.userId))
    expect(activity).toMatchObject({ action: 'profile_updated', userAgent: agent.slice(0, 512) })
    const [audit] = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, actor.userId))
    expect(audit).toMatchObject({
      action: 'update_profile',
      adminUserId: actor.userId,
      before: null,
      after: { changed: ['displayName', 'phoneNumber'] },
    })
    const events = await services.db.select().from(liveEvents).where(eq(liveEvents.subjectId, actor.userId))
    expect(events.map((event) => event.topic).sort()).toEqual(['audit', 'user'])
  })

  it('lets go of the phone number by a blank', async () => {
    const actor = await asCustomRole(services)
    await updateProfile(contextAs(services, actor), { displayName: 'Bo', phoneNumber: '' })
    const [row] = await services.db.select().from(users).where(eq(users.id, actor.userId))
    expect(row).toMatchObject({ displayName: 'Bo', phoneNumber: null })
  })

  it.each([
    [{ displayName: 'B' }, 'Display name must be at least 2 characters'],
    [{ displayName: ' B ' }, 'Display name must be at least 2 characters'],
    [{ phoneNumber: 'abc' }, 'Enter a phone number, such as +44 20 7946 0958 or (415) 555-2671.'],
  ])('refuses %j', (wrong, text) => {
    const result = updateProfileInput.safeParse({ displayName: 'Bo', phoneNumber: '', ...wrong })
    expect(result.error?.issues.map(({ message }) => message)).toEqual([text])
  })

  it('of someone who was deleted this moment is not found', async () => {
    const actor = await asViewer(services, [])
    await services.db.delete(users).where(eq(users.id, actor.userId))
    await expect(
      updateProfile(contextAs(services, actor), { displayName: 'x', phoneNumber: '' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'USER' })
  })

  it('needs a signed-in person', async () => {
    await expect(
      updateProfile(contextAs(services, anonymous), { displayName: 'x', phoneNumber: '' }),
    ).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

it.each([
  ['(415) 555-2671', '+14155552671'],
  ['+44 20 7946 0958', '+442079460958'],
  ['+47 22 12 34 56', '+4722123456'],
  ['\u202a+41 44 668 18 00\u202c', '+41446681800'],
  ['tel:+14155552671', '+14155552671'],
  ['415–555–2671', '+14155552671'],
  ['(+44) 20 7946 0958', '+442079460958'],
  ['٠٥٠١٢٣٤٥٦٧', '0501234567'],
  ['+1 415 555 2671,12', '+1 415 555 2671 ext. 12'],
  ['call me', 'call me'],
  ['123', '123'],
  ['415 555 2671 ext 5', '415 555 2671 ext 5'],
  ['  ', null],
  ['\0', null],
])('reads the phone number %j as %j', (typed, stored) => {
  expect(readPhoneNumber(typed)).toBe(stored)
})
