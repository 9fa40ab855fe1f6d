import { asc, eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { listRecentActivity } from '@quaff/features/activity/server'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { adminAuditLogs, liveEvents } from '@quaff/platform/server/tables'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { cancelSubscriptionInput, type EndingTime } from '../ending-contract'
import { cancelSubscription, keepSubscription } from './change-ending'
import { endDueSubscriptions } from './end-due-subscriptions'
import { checkSubscriptionCounters, checkSubscriptionCounts } from './repair-counters'
import { merchantSubscriptionStats, subscriptionEvents, subscriptions } from './tables'
import { writeSubscriptions, type SubscriptionWrite } from './write-subscriptions'

let services: TestServices
let admin: UserActor
const now = new Date('2026-03-10T12:00:00Z')
const days = (count: number) => new Date(now.getTime() + count * 86_400_000)

beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  services.clock.set(now)
  admin = await asAdmin(services)
  await insertMerchants(services, [{ id: 'mer_own' }])
  await insertUser(services, { id: 'usr_1' })
})
afterEach(() => services.database.truncate())

async function sell(details: Partial<SubscriptionWrite> = {}, copies = 1): Promise<void> {
  const rows = Array.from({ length: copies }, (_, index): SubscriptionWrite => ({
    id: `sub_${index + 1}`,
    merchantId: 'mer_own',
    userId: 'usr_1',
    status: 'active',
    amountMinor: 900,
    createdAt: days(-60),
    updatedAt: days(-60),
    currentPeriodStart: days(-20),
    currentPeriodEnd: days(10),
    ...details,
  }))
  await inTransaction(services, (tx) => writeSubscriptions(services, tx, rows))
}
const stored = async (id = 'sub_1') => {
  const [row] = await services.db.select().from(subscriptions).where(eq(subscriptions.id, id))
  return row ?? expect.fail(`no ${id}`)
}
const cancel = async (
  when: EndingTime,
  { actor = admin, expectedUpdatedAt }: { actor?: UserActor; expectedUpdatedAt?: Date } = {},
) =>
  cancelSubscription(contextAs(services, actor), {
    subscriptionId: 'sub_1',
    when,
    reason: 'Asked by mail',
    expectedUpdatedAt: expectedUpdatedAt ?? (await stored()).updatedAt,
  })
const keep = (actor: UserActor = admin) => keepSubscription(contextAs(services, actor), { subscriptionId: 'sub_1' })
const kinds = async () =>
  (await services.db.select().from(subscriptionEvents).orderBy(asc(subscriptionEvents.occurredAt))).map(
    ({ kind, actorId }) => [kind, actorId],
  )
const audits = () =>
  services.db
    .select()
    .from(adminAuditLogs)
    .where(eq(adminAuditLogs.targetType, 'subscription'))
    .orderBy(asc(adminAuditLogs.occurredAt))
const differences = async () => [
  ...(await checkSubscriptionCounters(services, services.db, ['mer_own'])),
  ...(await checkSubscriptionCounts(services.db, '', 'zzz')),
]

describe('ending a subscription now', () => {
  it('updates the counters, the history, the audit log, live viewers and the feed together', async () => {
    await sell()
    expect(await cancel('now')).toMatchObject({ status: 'canceled', cancelReason: 'Asked by mail', updatedAt: now })
    expect(await stored()).toMatchObject({ status: 'canceled', canceledBy: admin.userId, cancelAtPeriodEnd: false })
    expect(await services.db.select().from(merchantSubscriptionStats)).toMatchObject([
      { totalSubscribers: 0, activeSubscribers: 0, monthlyRevenueMinor: 0 },
    ])
    expect((await services.db.select().from(users).where(eq(users.id, 'usr_1')))[0]?.subscriptionCount).toBe(0)
    expect(await differences()).toEqual([])
    expect(await kinds()).toEqual([
      ['started', null],
      ['canceled', admin.userId],
    ])
    expect(await audits()).toMatchObject([
      {
        action: 'cancel_subscription',
        targetId: 'sub_1',
        merchantId: 'mer_own',
        adminUserId: admin.userId,
        before: { status: 'active' },
        after: { status: 'canceled', reason: 'Asked by mail', when: 'now' },
      },
    ])
    const topics = await services.db.select().from(liveEvents).where(eq(liveEvents.subjectId, 'mer_own'))
    expect(topics.filter(({ topic }) => topic === 'subscription')).toHaveLength(2)
    const feed = await listRecentActivity(contextAs(services, admin), { limit: 10 })
    expect(feed.items).toContainEqual(
      expect.objectContaining({
        id: 'subscription:sub_1:subscription_cancelled',
        type: 'subscription_cancelled',
        timestamp: now,
      }),
    )
  })

  it('is refused a second time and for a stale version', async () => {
    await sell()
    const seen = (await stored()).updatedAt
    await cancel('now')
    for (const when of ['now', 'period_end'] as const)
      await expect(cancel(when, { expectedUpdatedAt: seen })).rejects.toMatchObject({
        code: 'CONFLICT',
        reason: 'ALREADY_CANCELED',
      })
    await sell({ id: 'sub_2' })
    const stale = { subscriptionId: 'sub_2', when: 'now', reason: 'x', expectedUpdatedAt: days(-61) } as const
    await expect(cancelSubscription(contextAs(services, admin), stale)).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'STALE_VERSION',
    })
    expect(await audits()).toHaveLength(1)
  })

  it('happens once for ten concurrent requests', async () => {
    await sell()
    const seen = (await stored()).updatedAt
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => cancel('now', { expectedUpdatedAt: seen })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect([(await audits()).length, await differences()]).toEqual([1, []])
  })

  it('needs a readable reason', () => {
    const input = { subscriptionId: 'sub_1', when: 'now', expectedUpdatedAt: now }
    for (const reason of ['', '  ', '\u200b', 'x'.repeat(501)])
      expect(cancelSubscriptionInput.safeParse({ ...input, reason }).success).toBe(false)
    expect(cancelSubscriptionInput.parse({ ...input, expectedUpdatedAt: now.toISOString(), reason: ' a ' })).toEqual({
      ...input,
      reason: 'a',
    })
  })

  it('is for administrators and existing subscriptions only', async () => {
    await sell()
    for (const actor of [
      await asOwner(services, ['mer_own']),
      await asViewer(services, ['mer_own']),
      await asCustomRole(services),
    ]) {
      await expect(cancel('now', { actor })).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(keep(actor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    const missing = { subscriptionId: 'sub_9', when: 'now', reason: 'x', expectedUpdatedAt: now } as const
    await expect(cancelSubscription(contextAs(services, admin), missing)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('ending a subscription at period end', () => {
  it('changes no figure before the period ends, and can be withdrawn', async () => {
    await sell()
    await cancel('period_end')
    expect(await stored()).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, canceledBy: admin.userId })
    expect(await differences()).toEqual([])
    await expect(cancel('period_end')).rejects.toMatchObject({ reason: 'ALREADY_SCHEDULED' })
    services.clock.advance(1_000)
    expect(await keep()).toMatchObject({ status: 'active', cancelAtPeriodEnd: false, cancelReason: null })
    await expect(keep()).rejects.toMatchObject({ code: 'CONFLICT', reason: 'NOT_SCHEDULED' })
    expect(await kinds()).toEqual([
      ['started', null],
      ['cancel_scheduled', admin.userId],
      ['cancel_withdrawn', admin.userId],
    ])
    expect((await audits()).map(({ action }) => action)).toEqual(['cancel_subscription', 'keep_subscription'])
    services.clock.set(days(11))
    await endDueSubscriptions(services)
    expect((await stored()).status).toBe('active')
  })

  it('is refused without a current period', async () => {
    await sell({ currentPeriodEnd: null })
    await expect(cancel('period_end')).rejects.toMatchObject({ code: 'CONFLICT', reason: 'NO_RUNNING_PERIOD' })
  })

  it('happens exactly when the period ends, and records who decided', async () => {
    await sell()
    await cancel('period_end')
    services.clock.set(new Date(days(10).getTime() - 1))
    await endDueSubscriptions(services)
    expect((await stored()).status).toBe('active')
    services.clock.set(days(10))
    await expect(keep()).rejects.toMatchObject({ code: 'CONFLICT', reason: 'PERIOD_IS_OVER' })
    await endDueSubscriptions(services)
    expect(await stored()).toMatchObject({ status: 'canceled', cancelAtPeriodEnd: false, updatedAt: days(10) })
    expect((await kinds()).at(-1)).toEqual(['canceled', admin.userId])
    expect(await differences()).toEqual([])
    await endDueSubscriptions(services)
    expect(await kinds()).toHaveLength(3)
  })

  it('happens once each for thousands, with several concurrent jobs and a writer', async () => {
    await sell({}, 1_100)
    await services.db.update(subscriptions).set({ cancelAtPeriodEnd: true, canceledBy: admin.userId })
    services.clock.set(days(10))
    await Promise.all([
      endDueSubscriptions(services),
      endDueSubscriptions(services),
      sell({ updatedAt: days(9), amountMinor: 950 }, 40),
    ])
    await endDueSubscriptions(services)
    expect(await services.db.$count(subscriptions, eq(subscriptions.status, 'canceled'))).toBe(1_100)
    expect(await services.db.$count(subscriptionEvents, eq(subscriptionEvents.kind, 'canceled'))).toBe(1_100)
    expect(await differences()).toEqual([])
  })
})
