import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { anonymous, asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { updatePreferencesInput } from '../contract'
import { getPreferences, markSeen, updatePreferences } from './preferences'
import { notificationPreferences } from './tables'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(() => services.database.truncate())

const auditRows = () => services.db.select().from(adminAuditLogs)

describe('the preferences', () => {
  it('are off until an administrator turns them on, for that person alone', async () => {
    const [ada, bob] = [await asAdmin(services), await asAdmin(services)]
    const ctx = contextAs(services, ada)
    expect(await getPreferences(ctx)).toEqual({ dailyMail: false, updatedAt: null })
    const saved = { dailyMail: true, updatedAt: services.clock.now() }
    expect(await updatePreferences(ctx, { dailyMail: true })).toEqual(saved)
    expect(await getPreferences(ctx)).toEqual(saved)
    expect((await getPreferences(contextAs(services, bob))).dailyMail).toBe(false)
  })

  it('are one row per person, audited when something changed', async () => {
    const ctx = contextAs(services, await asAdmin(services))
    await markSeen(ctx)
    for (const dailyMail of [true, true, false]) await updatePreferences(ctx, { dailyMail })
    expect(await services.db.select().from(notificationPreferences)).toHaveLength(1)
    expect((await auditRows()).map(({ action, before, after }) => [action, before, after])).toEqual([
      ['update_notification_preferences', { dailyMail: false }, { dailyMail: true }],
      ['update_notification_preferences', { dailyMail: true }, { dailyMail: false }],
    ])
  })

  it('keep what was seen when they change, and are kept when the bell is looked at', async () => {
    const ctx = contextAs(services, await asAdmin(services))
    await updatePreferences(ctx, { dailyMail: true })
    await markSeen(ctx)
    await updatePreferences(ctx, { dailyMail: true })
    const [row] = await services.db.select().from(notificationPreferences)
    expect(row).toMatchObject({ dailyMail: true, seenAt: services.clock.now() })
  })

  it('say no more of the mail to someone who is no administrator any more', async () => {
    const admin = await asAdmin(services)
    await updatePreferences(contextAs(services, admin), { dailyMail: true })
    const demoted = contextAs(services, { ...admin, role: 'merchant_owner' })
    expect((await getPreferences(demoted)).dailyMail).toBe(false)
  })

  it('may be changed by administrators alone', async () => {
    const others = [await asOwner(services, ['a']), await asViewer(services, ['a']), await asCustomRole(services)]
    for (const actor of [anonymous, ...others]) {
      const ctx = contextAs(services, actor)
      const code = actor.kind === 'anonymous' ? 'UNAUTHORIZED' : 'FORBIDDEN'
      await expect(updatePreferences(ctx, { dailyMail: true })).rejects.toMatchObject({ code })
    }
    expect(await services.db.select().from(notificationPreferences)).toEqual([])
    expect(await auditRows()).toEqual([])
  })

  it.each([
    {},
    { dailyMail: 'true' },
    { dailyMail: null },
    { dailyMail: [true] },
    { dailyMail: true, userId: 'usr_2' },
  ])('take a yes or a no and nothing else: %j', (input) => {
    expect(updatePreferencesInput.safeParse(input).success).toBe(false)
  })
})
