import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { anonymous, asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { updatePlatformInput, type UpdatePlatformInput } from '../platform-contract'
import { getPlatformSettings, getPublicSettings, loadPlatformSettings } from './get-platform-settings'
import { updatePlatformSettings } from './update-platform-settings'

let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices()
})
const startAfresh = async () => {
  await services.database.truncate()
  admin = contextAs(services, await asAdmin(services, { displayName: 'Ada Admin' }))
}

const blank: UpdatePlatformInput = {
  version: 0,
  platformFeeBasisPoints: 0,
  supportAddress: null,
  appStoreUrl: null,
  playStoreUrl: null,
}
const auditRows = () =>
  services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.action, 'update_platform_settings'))

describe('the platform settings', () => {
  beforeEach(startAfresh)

  it('are the usual ones until someone changes them', async () => {
    expect(await getPlatformSettings(admin)).toEqual({
      platformFeeBasisPoints: 0,
      supportAddress: null,
      appStoreUrl: null,
      playStoreUrl: null,
      requireSecondFactor: false,
      payerName: null,
      payerBic: null,
      achBankRouting: null,
      achCompanyId: null,
      achOriginId: null,
      defaultCurrency: null,
      showFirstSteps: false,
      backsUpElsewhere: false,
      timeZone: services.settings.timeZone,
      version: 0,
      updatedAt: null,
      updatedBy: null,
    })
  })

  it('keep what was saved, say who saved it and are audited with what changed alone', async () => {
    const saved = await updatePlatformSettings(admin, {
      ...blank,
      platformFeeBasisPoints: 275,
      supportAddress: 'help@quaff.test',
    })
    expect(await getPlatformSettings(admin)).toEqual(saved)
    expect(saved).toMatchObject({
      platformFeeBasisPoints: 275,
      supportAddress: 'help@quaff.test',
      updatedBy: 'Ada Admin',
      updatedAt: services.clock.now(),
    })
    expect(await auditRows()).toMatchObject([
      {
        targetType: 'platform',
        before: { platformFeeBasisPoints: 0, supportAddress: null },
        after: { platformFeeBasisPoints: 275, supportAddress: 'help@quaff.test' },
      },
    ])
  })

  it('can be emptied again', async () => {
    const url = 'https://apps.apple.com/app/id1'
    const { version } = await updatePlatformSettings(admin, { ...blank, appStoreUrl: url })
    expect(await getPublicSettings(services)).toMatchObject({ appStoreUrl: url })
    await updatePlatformSettings(admin, { ...blank, version })
    expect(await getPublicSettings(services)).toMatchObject({ appStoreUrl: null })
  })

  it('that are saved unchanged write nothing', async () => {
    const { version } = await updatePlatformSettings(admin, { ...blank, platformFeeBasisPoints: 5 })
    const again = await updatePlatformSettings(admin, { ...blank, version, platformFeeBasisPoints: 5 })
    expect(again.version).toBe(version)
    expect(await auditRows()).toHaveLength(1)
  })

  it('leave the second-factor switch and the payer alone when they are not sent', async () => {
    const kept = {
      requireSecondFactor: true,
      payerName: 'Quaff Inc.',
      achBankRouting: '122105155',
      achCompanyId: '1123456789',
    }
    const { version } = await updatePlatformSettings(admin, { ...blank, ...kept })
    await updatePlatformSettings(admin, { ...blank, version, platformFeeBasisPoints: 1 })
    expect(await loadPlatformSettings(services.db)).toMatchObject(kept)
    expect(await auditRows()).toMatchObject([{ after: kept }, { after: { platformFeeBasisPoints: 1 } }])
  })

  it('refuse the second editor and keep the first one’s, also when no one had saved before', async () => {
    const save = (platformFeeBasisPoints: number) => updatePlatformSettings(admin, { ...blank, platformFeeBasisPoints })
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map(save))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ reason: 'STALE_VERSION' })
    expect(await auditRows()).toHaveLength(1)
  })

  it.each(['https://localhost/app', 'http://apps.example.com', 'javascript:alert(1)'])(
    'refuse %j before anything is read: others cannot reach it',
    (appStoreUrl) => {
      expect(updatePlatformInput.safeParse({ ...blank, appStoreUrl }).error?.issues).toMatchObject([
        { path: ['appStoreUrl'], message: 'Enter a URL that starts with https://' },
      ])
    },
  )

  it('are for administrators; everybody reads the public three', async () => {
    for (const actor of [anonymous, await asOwner(services, ['a']), await asViewer(services, ['a'])]) {
      const ctx = contextAs(services, actor)
      const refused = { code: actor.kind === 'anonymous' ? 'UNAUTHORIZED' : 'FORBIDDEN' }
      await expect(getPlatformSettings(ctx)).rejects.toMatchObject(refused)
      await expect(updatePlatformSettings(ctx, blank)).rejects.toMatchObject(refused)
      expect(await getPublicSettings(ctx)).toEqual({ supportAddress: null, appStoreUrl: null, playStoreUrl: null })
    }
  })
})

describe('what is sent', () => {
  it.each([
    { platformFeeBasisPoints: -1 },
    { platformFeeBasisPoints: 10_001 },
    { platformFeeBasisPoints: 1.5 },
    { platformFeeBasisPoints: '5' },
    { supportAddress: 'unknown' },
    { appStoreUrl: 'http://apps.apple.com/x' },
    { playStoreUrl: 'javascript:alert(1)' },
    { requireSecondFactor: 'yes' },
    { achBankRouting: '021000022' },
    { payerBic: 'COBA' },
    { achCompanyId: '12345678901' },
    { defaultCurrency: 'xxq' },
    { unknown: 1 },
  ])('is refused with %j', (bad) => {
    expect(updatePlatformInput.safeParse({ ...blank, ...bad }).success).toBe(false)
  })
})
