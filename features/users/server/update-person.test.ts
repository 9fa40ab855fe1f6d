import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { userActivity } from '@quaff/features/activity/tables'
import { adminAuditLogs, liveEvents } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { updatePersonInput } from '../access-contract'
import { insertUser } from '../testing/user-factory'
import { updatePerson } from './update-profile'

let services: TestServices
let admin: TestContext
let adminId: string
beforeAll(async () => {
  services = await createTestServices()
  const actor = await asAdmin(services)
  adminId = actor.userId
  admin = contextAs(services, actor)
})

async function stored(id: string) {
  const [row] = await services.db.select().from(users).where(eq(users.id, id))
  return row
}
const auditsOf = (id: string) => services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, id))

describe('correcting a person', () => {
  it('§7 takes name and phone, moves updatedAt alone, and is noted, audited and told', async () => {
    const { id } = await insertUser(services, { displayName: 'Dana Whitlok', merchantIds: ['mer_1'] })
    services.clock.advance(60_000)
    await updatePerson(admin, { userId: id, version: 1, displayName: 'Dana\nWhitlock', phoneNumber: '(415) 555-2671' })
    expect(await stored(id)).toMatchObject({
      displayName: 'Dana Whitlock',
      phoneNumber: '+14155552671',
      version: 2,
      role: 'customer',
      status: 'active',
      updatedAt: services.clock.now(),
      statusUpdatedAt: null,
    })
    const [noted] = await services.db.select().from(userActivity).where(eq(userActivity.userId, id))
    expect(noted).toMatchObject({ action: 'profile_updated', details: { by: adminId } })
    const events = await services.db.select().from(liveEvents).where(eq(liveEvents.subjectId, id))
    expect(events.map(({ topic, merchantId }) => `${topic} ${merchantId}`).sort()).toEqual([
      'audit null',
      'user mer_1',
      'user null',
    ])
  })

  it('keeps which fields changed in the log, and not what stood in them', async () => {
    const { id } = await insertUser(services, { displayName: 'Zanzi Barre', phoneNumber: null })
    await updatePerson(admin, { userId: id, version: 1, displayName: 'Zanzi Barr', phoneNumber: '' })
    const audits = await auditsOf(id)
    expect(audits).toMatchObject([{ action: 'update_user', before: null, after: { changed: ['displayName'] } }])
    expect(JSON.stringify(audits)).not.toContain('Zanzi')
  })

  it('answers a repeated request like the first, and refuses the version of yesterday', async () => {
    const { id } = await insertUser(services)
    const input = { userId: id, version: 1, displayName: 'Once', phoneNumber: '' }
    const keyed = { ...input, requestKey: 'b2cf2a8e-42f8-4b12-94cb-7c03f0c0b1aa' }
    const both = await Promise.all([updatePerson(admin, keyed), updatePerson(admin, keyed)])
    expect(both).toEqual([{ success: true }, { success: true }])
    expect(await auditsOf(id)).toHaveLength(1)
    await expect(updatePerson(admin, { ...input, displayName: 'Twice' })).rejects.toMatchObject({
      reason: 'STALE_VERSION',
    })
    expect(await stored(id)).toMatchObject({ displayName: 'Once', version: 2 })
  })

  it('is for administrators', async () => {
    const { id } = await insertUser(services, { merchantIds: ['mer_1'] })
    for (const actor of [await asOwner(services, ['mer_1']), await asViewer(services, ['mer_1'])]) {
      const attempt = updatePerson(contextAs(services, actor), {
        userId: id,
        version: 1,
        displayName: '',
        phoneNumber: '',
      })
      await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    expect(await stored(id)).toMatchObject({ version: 1 })
  })

  it.each([
    [{ email: 'a@b.test' }],
    [{ role: 'quaff_admin' }],
    [{ displayName: ['a'] }],
    [{ displayName: 'x'.repeat(1_000) }],
    [{ phoneNumber: '1'.repeat(33) }],
    [{ version: 0 }],
    [{ version: undefined }],
  ])('takes nothing but these fields: %j', (extra) => {
    const valid = { userId: 'usr_1', version: 1, displayName: 'An', phoneNumber: '' }
    expect(updatePersonInput.safeParse(valid).success).toBe(true)
    expect(updatePersonInput.safeParse({ ...valid, ...extra }).success).toBe(false)
  })
})
