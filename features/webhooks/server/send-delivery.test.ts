import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminRecords, users } from '@quaff/features/accounts/tables'
import { inTransaction, recordWebhookEvents, type WebhookPoster, type WebhookResponse } from '@quaff/platform/server'
import { adminAuditLogs, jobs, outboxMails } from '@quaff/platform/server/tables'
import { asAdmin, asCustomRole, asOwner } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertEndpoint } from '../testing/webhook-factory'
import { setEndpointEnabled } from './change-endpoint'
import { webhookEndpoints } from './tables'
import { WebhookCourier } from './webhook-courier'

const dayMs = 86_400_000
const refused: WebhookResponse = { status: 500, error: null, text: '', durationMs: 3 }
let services: TestServices
let answer: WebhookResponse
const poster: WebhookPoster = { post: async () => answer }

beforeEach(async () => {
  services = await createTestServices()
  services.clock.set('2026-03-05T12:00:00.000Z')
  answer = refused
})

const run = (by: TestServices = services) => new WebhookCourier(by, poster).runDue()
const tell = (count = 1) =>
  inTransaction(services, (tx) =>
    recordWebhookEvents(
      services,
      tx,
      Array.from({ length: count }, (_, index) => ({
        type: 'plan.updated' as const,
        subjectId: `pln_${index}`,
        merchantId: null,
      })),
    ),
  )
async function failForFiveDays(count = 1) {
  await tell(count)
  await run()
  services.clock.advance(5 * dayMs)
}
const endpoint = async () => (await services.db.select().from(webhookEndpoints))[0]
const mails = () => services.db.select().from(outboxMails)
const readers = async () => (await mails()).map(({ toAddress }) => toAddress).sort()
const countAudited = () => services.db.$count(adminAuditLogs)

describe('who receives the email about a disabled endpoint', () => {
  it('are administrators, of which endpoint, why and since when, with a link that opens it', async () => {
    const ada = await asAdmin(services)
    const { endpointId } = await insertEndpoint(services, {
      url: 'https://hooks.test/T0/secret-path?key=unseen',
      description: 'Till <b>& bar',
    })
    await failForFiveDays()
    expect(await mails()).toEqual([])
    await run()
    const [mail, ...others] = await mailsTo(services, ada.email)
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      template: 'webhook_disabled',
      subject: 'Webhook endpoint hooks.test was disabled',
      link: `${services.settings.baseUrl}/settings?tab=webhooks&id=${endpointId}`,
    })
    const text = mail?.text.replace(/\s+/g, ' ')
    expect(text).toContain('hooks.test (Till <b>& bar) was disabled on March 10, 2026 at 12:00')
    expect(text).toContain('All deliveries have failed since March 5, 2026 at 12:00')
    expect(mail?.html).toContain('Till &lt;b&gt;&amp; bar')
    expect(`${mail?.html}${mail?.text}`).not.toMatch(/secret-path|unseen|can ignore it/)
    expect(await services.db.$count(jobs, eq(jobs.kind, 'send_mail'))).toBe(1)
    expect(await endpoint()).toMatchObject({ disabledReason: 'failing', disabledAt: services.clock.now() })
  })

  it('read that it is gone by its own word', async () => {
    const ada = await asAdmin(services)
    await insertEndpoint(services, { url: `https://${'long-name.'.repeat(8)}test/` })
    answer = { ...refused, status: 410 }
    await tell()
    await run()
    const [mail] = await mailsTo(services, ada.email)
    expect(mail?.text).toContain('410 Gone')
    expect(mail?.text).not.toContain('five days')
    expect(mail?.subject.length).toBeLessThan(80)
  })

  it('is no one suspended, erased, demoted or without an address, and no one of a merchant', async () => {
    const [ada, demoted, erased, madeUp, oldRole] = [
      await asAdmin(services, { adminRecord: false }),
      await asAdmin(services),
      await asAdmin(services),
      await asAdmin(services),
      await asAdmin(services),
    ]
    for (const status of ['suspended', 'pending', 'pending_approval']) await asAdmin(services, { status })
    await asOwner(services, ['mer_1'])
    await asCustomRole(services)
    const change = (userId: string, set: Partial<typeof users.$inferInsert>) =>
      services.db.update(users).set(set).where(eq(users.id, userId))
    const demotion = eq(adminRecords.userId, demoted.userId)
    await services.db.update(adminRecords).set({ role: 'merchant_owner' }).where(demotion)
    await change(ada.userId, { claims: { isQuaffAdmin: true } })
    await change(erased.userId, { erasedAt: services.clock.now() })
    await change(madeUp.userId, { emailIsPlaceholder: true })
    await change(oldRole.userId, { claims: { role: 'merchant_viewer' } })
    await insertEndpoint(services)
    await failForFiveDays()
    await run()
    expect(await readers()).toEqual([ada.email])
  })

  it('is no one where a person switches it off', async () => {
    const admin = await asAdmin(services)
    const { endpointId } = await insertEndpoint(services)
    await failForFiveDays()
    const ctx = contextAs(services, { ...admin, authenticatedAt: services.clock.now() })
    await setEndpointEnabled(ctx, { endpointId, version: 1, enabled: false })
    await run()
    expect(await mails()).toEqual([])
    expect(await endpoint()).toMatchObject({ disabledReason: 'person', disabledAt: services.clock.now() })
  })
})

describe('it is reported once', () => {
  it('whatever number of couriers and deliveries fail at the same moment, and after', async () => {
    const [ada, bob] = [await asAdmin(services), await asAdmin(services)]
    await insertEndpoint(services)
    await failForFiveDays(12)
    await Promise.all([1, 2, 3, 4].map(() => run()))
    services.clock.advance(dayMs)
    await run()
    expect(await readers()).toEqual([ada.email, bob.email].sort())
    expect(await countAudited()).toBe(1)
  })

  it('not at all where the switch-off is undone, and then by the attempt that follows', async () => {
    const ada = await asAdmin(services)
    await insertEndpoint(services)
    await failForFiveDays()
    const newId = (prefix: string) => {
      if (prefix === 'mail') throw new Error('killed')
      return services.ids.newId(prefix)
    }
    await run({ ...services, ids: { ...services.ids, newId } })
    expect(await endpoint()).toMatchObject({ isEnabled: true, disabledAt: null })
    expect([await readers(), await countAudited()]).toEqual([[], 0])
    services.clock.advance(60_001)
    await run()
    expect(await readers()).toEqual([ada.email])
  })

  it('for each time: who enables it and is failed for five days more hears of it again', async () => {
    const admin = await asAdmin(services)
    const { endpointId } = await insertEndpoint(services)
    await failForFiveDays()
    await run()
    const version = (await endpoint())?.version ?? 0
    const ctx = contextAs(services, { ...admin, authenticatedAt: services.clock.now() })
    await setEndpointEnabled(ctx, { endpointId, version, enabled: true })
    expect(await endpoint()).toMatchObject({ isEnabled: true, disabledReason: null, disabledAt: null })
    await failForFiveDays()
    expect(await mailsTo(services, admin.email)).toHaveLength(1)
    await run()
    expect(await mailsTo(services, admin.email)).toHaveLength(2)
  })
})
